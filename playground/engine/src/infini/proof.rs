//! The proof that a position is won: one answer to every defence.

use super::Infini;
use super::solve::{Solution, State};
use crate::game::Cell;
use crate::solved;

/// A winning strategy, with every defence against it, to the end of each game.
///
/// Symmetric positions are one node, and so are those that different defences
/// lead to; so it is a tree with branches that have grown together. The winner
/// plays the first of its fastest moves, the loser all that it may.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    nodes: Vec<ProofNode>,
}

/// One position of a [`Proof`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofNode {
    /// The moves that lead here from the position that is proven.
    pub line: Vec<Cell>,
    /// How many plies the winner still needs; 0 once there is a line.
    pub plies: u16,
    /// The one move of the winner, or all moves of the loser, each with the index
    /// of the node that it leads to. Where that node has been met before, its own
    /// `line` shows it by another order of moves or turned round.
    pub moves: Vec<(Cell, usize)>,
}

impl Proof {
    /// The positions, the one that is proven first.
    pub fn nodes(&self) -> &[ProofNode] {
        &self.nodes
    }
}

impl Solution {
    /// The proof that one of the sides wins, from a position without a line;
    /// `None` where play is endless.
    pub fn proof(&self, position: &Infini) -> Option<Proof> {
        let plies = self.value(position).1.filter(|&plies| plies > 0)?;
        let mut builder = Builder {
            solution: self,
            nodes: Vec::new(),
            met: Vec::new(),
        };
        builder.visit(State::of(position), plies, Vec::new());
        Some(Proof {
            nodes: builder.nodes,
        })
    }
}

struct Builder<'a> {
    solution: &'a Solution,
    nodes: Vec<ProofNode>,
    /// The class of each node, in the order of the nodes.
    met: Vec<u32>,
}

impl Builder<'_> {
    /// The node of a position; `plies` is 0 when a line has just been made.
    fn visit(&mut self, state: State, plies: u16, line: Vec<Cell>) -> usize {
        let class = state.class();
        if let Some(known) = self.met.iter().position(|&met| met == class) {
            return known;
        }
        let at = self.nodes.len();
        self.met.push(class);
        self.nodes.push(ProofNode {
            line: line.clone(),
            plies,
            moves: Vec::new(),
        });
        if plies == 0 {
            return at;
        }
        let all = self.solution.moves_of(state);
        let winner = plies % 2 == 1;
        let first = solved::first_best(&all);
        for one in all {
            if winner && Some(one.cell) != first {
                continue;
            }
            let mut line = line.clone();
            line.push(one.cell);
            let left = one.plies.map_or(0, |plies| plies - 1);
            let child = self.visit(state.play(one.cell), left, line);
            self.nodes[at].moves.push((one.cell, child));
        }
        at
    }
}
