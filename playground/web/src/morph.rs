//! Makes the children of a node look like a piece of markup, changing only
//! what differs.
//!
//! Nodes that stay keep their identity, so the focus is never lost and a mark
//! that was already there does not draw itself again.

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlTemplateElement, Node};

/// Gives `parent` the children that `markup` describes.
pub(crate) fn morph(document: &Document, parent: &Element, markup: &str) {
    let Some(template) = document
        .create_element("template")
        .ok()
        .and_then(|element| element.dyn_into::<HtmlTemplateElement>().ok())
    else {
        return;
    };
    template.set_inner_html(markup);
    children(parent, &template.content());
}

fn children(old: &Node, new: &Node) {
    let mut at = old.first_child();
    let mut wanted = new.first_child();
    while let Some(target) = wanted {
        // Taken first: a node that moves into the page leaves this list.
        wanted = target.next_sibling();
        match at {
            Some(current) if alike(&current, &target) => {
                at = current.next_sibling();
                node(&current, &target);
            }
            Some(current) => {
                at = current.next_sibling();
                // Nodes of the page always have a parent to be replaced in.
                let _ = old.replace_child(&target, &current);
            }
            None => {
                let _ = old.append_child(&target);
            }
        }
    }
    while let Some(surplus) = at {
        at = surplus.next_sibling();
        let _ = old.remove_child(&surplus);
    }
}

/// Whether one node can become the other: same kind, and the same drawing for
/// a path, so that a new mark is a new node and is seen to be drawn.
fn alike(a: &Node, b: &Node) -> bool {
    if a.node_name() != b.node_name() {
        return false;
    }
    match (a.dyn_ref::<Element>(), b.dyn_ref::<Element>()) {
        (Some(a), Some(b)) => a.get_attribute("d") == b.get_attribute("d"),
        _ => true,
    }
}

fn node(current: &Node, target: &Node) {
    let (Some(old), Some(new)) = (current.dyn_ref::<Element>(), target.dyn_ref::<Element>()) else {
        if current.node_value() != target.node_value() {
            current.set_node_value(target.node_value().as_deref());
        }
        return;
    };
    let names = new.get_attribute_names();
    for name in names.iter().filter_map(|name| name.as_string()) {
        let value = new.get_attribute(&name);
        if old.get_attribute(&name) != value {
            // The parser let the name through on the one, so it does on the other.
            let _ = old.set_attribute(&name, &value.unwrap_or_default());
        }
    }
    for name in old
        .get_attribute_names()
        .iter()
        .filter_map(|n| n.as_string())
    {
        if !new.has_attribute(&name) {
            let _ = old.remove_attribute(&name);
        }
    }
    children(old, new);
}
