//! The moves of a game and what else was tried: a tree.
//!
//! Taking a move back and playing another one loses nothing: the old moves stay as
//! a variation that one can go back to.

use morpion_engine::{Cell, Illegal, Outcome, Position, Record};

/// A place in a [`History`]: the position after some moves.
pub(crate) type Node = u32;

/// The place before the first move.
pub(crate) const ROOT: Node = 0;

#[derive(Clone, Debug)]
struct Entry {
    /// The move that leads here; none leads to the root.
    cell: Option<Cell>,
    parent: Node,
    /// The moves played from here, the first one the main line.
    children: Vec<Node>,
    /// The child that was seen last: where « forward » leads.
    next: Option<Node>,
}

/// A game with its variations, and the place that is shown.
#[derive(Clone, Debug)]
pub(crate) struct History {
    entries: Vec<Entry>,
    at: Node,
    /// The game up to the place that is shown.
    record: Record,
}

impl History {
    /// The game of a record, seen at its end.
    pub(crate) fn new(record: Record) -> History {
        let mut history = History {
            entries: vec![Entry {
                cell: None,
                parent: ROOT,
                children: Vec::new(),
                next: None,
            }],
            at: ROOT,
            record: Record::from_position(record.start()),
        };
        for &cell in record.moves() {
            // Moves of a record are legal one after the other.
            let _ = history.play(cell);
        }
        history
    }

    /// The game up to the place that is shown.
    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    /// The position that is shown.
    pub(crate) fn position(&self) -> Position {
        self.record.position()
    }

    /// The place that is shown.
    pub(crate) fn at(&self) -> Node {
        self.at
    }

    /// How the line that is shown ends, if its last position is the end of a game.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let mut position = self.record.position();
        let mut node = self.at;
        while let Some(next) = self.next(node) {
            if let Some(cell) = self.cell(next) {
                position = position.play(cell).ok()?;
            }
            node = next;
        }
        position.outcome()
    }

    /// The number of moves before the place that is shown.
    pub(crate) fn depth(&self) -> usize {
        self.record.moves().len()
    }

    /// Plays a move from the place that is shown; a move that is already there is
    /// followed, another one begins a variation.
    pub(crate) fn play(&mut self, cell: Cell) -> Result<(), Illegal> {
        self.record.play(cell)?;
        let known = self.children(self.at).iter().copied();
        let child = match known
            .into_iter()
            .find(|&child| self.cell(child) == Some(cell))
        {
            Some(child) => child,
            None => {
                // So many moves are beyond any memory, and any patience.
                let child = self.entries.len() as Node;
                self.entries.push(Entry {
                    cell: Some(cell),
                    parent: self.at,
                    children: Vec::new(),
                    next: None,
                });
                if let Some(entry) = self.entries.get_mut(self.at as usize) {
                    entry.children.push(child);
                }
                child
            }
        };
        self.step_to(child);
        Ok(())
    }

    /// One move back: the move, or `None` at the start.
    pub(crate) fn back(&mut self) -> Option<Cell> {
        let cell = self.record.undo()?;
        let here = self.at;
        self.at = self.parent(here);
        if let Some(entry) = self.entries.get_mut(self.at as usize) {
            entry.next = Some(here);
        }
        Some(cell)
    }

    /// One move on, the one that was seen last: the move, or `None` at the end.
    pub(crate) fn forward(&mut self) -> Option<Cell> {
        let next = self.next(self.at)?;
        let cell = self.cell(next)?;
        self.record.play(cell).ok()?;
        self.at = next;
        Some(cell)
    }

    /// Shows another place. A place that does not exist is not gone to.
    pub(crate) fn go(&mut self, node: Node) {
        if node as usize >= self.entries.len() {
            return;
        }
        let path = self.path(node);
        let mut record = Record::from_position(self.record.start());
        self.at = ROOT;
        for child in path {
            let Some(cell) = self.cell(child) else {
                continue;
            };
            if record.play(cell).is_err() {
                break;
            }
            self.step_to(child);
        }
        self.record = record;
    }

    /// Makes the move that leads to the place that is shown the main one of its kind:
    /// what was played in its stead becomes a variation.
    pub(crate) fn prefer(&mut self) {
        let here = self.at;
        let parent = self.parent(here);
        if let Some(entry) = self.entries.get_mut(parent as usize)
            && let Some(place) = entry.children.iter().position(|&child| child == here)
        {
            entry.children[..=place].rotate_right(1);
        }
    }

    /// Has « forward » lead from a place to one of those after it, or nowhere.
    pub(crate) fn lead(&mut self, node: Node, next: Option<Node>) {
        if let Some(entry) = self.entries.get_mut(node as usize) {
            entry.next = next.filter(|next| entry.children.contains(next));
        }
    }

    fn step_to(&mut self, child: Node) {
        if let Some(entry) = self.entries.get_mut(self.at as usize) {
            entry.next = Some(child);
        }
        self.at = child;
    }

    /// The move that leads to a place.
    pub(crate) fn cell(&self, node: Node) -> Option<Cell> {
        self.entries.get(node as usize)?.cell
    }

    /// The place before another.
    pub(crate) fn parent(&self, node: Node) -> Node {
        self.entries
            .get(node as usize)
            .map_or(ROOT, |entry| entry.parent)
    }

    /// The places after another, the main line first.
    pub(crate) fn children(&self, node: Node) -> &[Node] {
        self.entries
            .get(node as usize)
            .map_or(&[], |entry| &entry.children)
    }

    /// Where « forward » leads.
    pub(crate) fn next(&self, node: Node) -> Option<Node> {
        self.entries.get(node as usize)?.next
    }

    /// The places from the first move to this one.
    pub(crate) fn path(&self, node: Node) -> Vec<Node> {
        let mut path = Vec::new();
        let mut node = node;
        while node != ROOT {
            path.push(node);
            node = self.parent(node);
        }
        path.reverse();
        path
    }

    /// The places of the line that is shown, from the first move over the present
    /// place on to its end.
    pub(crate) fn line(&self) -> Vec<Node> {
        let mut line = self.path(self.at);
        let mut node = self.at;
        while let Some(next) = self.next(node) {
            line.push(next);
            node = next;
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morpion_engine::Game;

    fn cells(history: &History) -> String {
        history.record().notation()
    }

    #[test]
    fn another_move_from_the_past_is_a_variation_and_nothing_is_lost() {
        let record = Record::parse(Game::Classique, "5-1-9-3").unwrap();
        let mut history = History::new(record);
        let end = history.at();
        assert_eq!(history.back(), Some(Cell(2)));
        assert_eq!(history.back(), Some(Cell(8)));
        history.play(Cell(6)).unwrap();
        assert_eq!(cells(&history), "5-1-7");
        assert_eq!(history.line().len(), 3, "nothing follows the new move");
        history.go(end);
        assert_eq!(cells(&history), "5-1-9-3");
        history.go(ROOT);
        assert_eq!(cells(&history), "");
        while history.forward().is_some() {}
        assert_eq!(
            cells(&history),
            "5-1-9-3",
            "forward follows what was seen last"
        );
        assert_eq!(history.children(2).len(), 2);
    }

    #[test]
    fn the_preferred_move_comes_first_and_the_others_keep_their_order() {
        let mut history = History::new(Record::parse(Game::Classique, "5-1").unwrap());
        for other in [2, 3] {
            history.back();
            history.play(Cell(other)).unwrap();
        }
        let names = |history: &History| -> Vec<u8> {
            let cells = history.children(1).iter();
            cells.map(|&child| history.cell(child).unwrap().0).collect()
        };
        assert_eq!(names(&history), [0, 2, 3]);
        history.prefer();
        assert_eq!(names(&history), [3, 0, 2]);
        history.go(ROOT);
        history.prefer();
        assert_eq!(names(&history), [3, 0, 2], "no move leads to the start");
    }

    #[test]
    fn a_move_that_is_there_is_followed() {
        let mut history = History::new(Record::parse(Game::Classique, "5-1").unwrap());
        let end = history.at();
        history.back();
        history.play(Cell(0)).unwrap();
        assert_eq!(history.at(), end);
        assert!(history.play(Cell(0)).is_err());
        assert_eq!(cells(&history), "5-1");
    }
}
