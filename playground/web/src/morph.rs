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
        // Most of a board stays as it is. The browser sees that at once; each name and
        // value that is compared here has to be copied out of it first.
        if let Some(here) = at.take_if(|here| here.is_equal_node(Some(&target))) {
            at = here.next_sibling();
            continue;
        }
        let stays = following(at.clone(), |one| alike(one, &target));
        // What stands before it goes, unless it is wanted further on: then the
        // target is new and comes in before.
        let leaps =
            matches!((&stays, &at), (Some(one), Some(here)) if !one.is_same_node(Some(here)));
        let stays = stays.filter(|_| {
            !leaps
                || at
                    .as_ref()
                    .is_none_or(|here| following(wanted.clone(), |one| alike(here, one)).is_none())
        });
        match stays {
            Some(current) => {
                while let Some(surplus) = at.take_if(|here| !here.is_same_node(Some(&current))) {
                    at = surplus.next_sibling();
                    let _ = old.remove_child(&surplus);
                }
                at = current.next_sibling();
                node(&current, &target);
            }
            None => {
                // Nodes of the page always have a parent to be put into.
                let _ = old.insert_before(&target, at.as_ref());
            }
        }
    }
    while let Some(surplus) = at {
        at = surplus.next_sibling();
        let _ = old.remove_child(&surplus);
    }
}

/// The first of a node and those after it that is wanted.
fn following(first: Option<Node>, wanted: impl Fn(&Node) -> bool) -> Option<Node> {
    let mut at = first;
    while let Some(here) = at {
        if wanted(&here) {
            return Some(here);
        }
        at = here.next_sibling();
    }
    None
}

/// What tells elements of one tag apart; the drawing of a path among it, so that a
/// new mark is a new node and is seen to be drawn.
const KEYS: [&str; 4] = ["data-action", "data-case", "data-c", "d"];

/// Whether one node can become the other: same kind, same key, same leading class.
fn alike(a: &Node, b: &Node) -> bool {
    if a.node_name() != b.node_name() {
        return false;
    }
    match (a.dyn_ref::<Element>(), b.dyn_ref::<Element>()) {
        (Some(a), Some(b)) => {
            let class = |element: &Element| {
                let classes = element.get_attribute("class").unwrap_or_default();
                classes.split(' ').next().map(str::to_owned)
            };
            class(a) == class(b)
                && KEYS
                    .iter()
                    .all(|key| a.get_attribute(key) == b.get_attribute(key))
        }
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
