//! An independent check that a certificate wins every game.
//!
//! This module imports nothing of the engine, and a test holds it to that: a fault
//! of the search that made a certificate cannot hide here. It finds the lines by
//! brute force and the symmetries by backtracking on the lines, has a plain search
//! for forced wins of its own, and tries every reply of the second player.
//!
//! What the first player does at each turn:
//!
//! 1. he completes a four if he can;
//! 2. else he fills the three of the second player, if there is one;
//! 3. else he plays the move of the certificate, looked up through the symmetries;
//! 4. else he plays a forced win, found by a search of threes, which must exist.
//!
//! After each of his moves, every free cell is tried as a reply. A position met
//! before is not checked again: equal up to symmetry in canonical mode, equal cell
//! by cell in exact mode, which relies on no symmetry but in the look-ups.
//!
//! ```
//! use morpion_engine::cube::{Certificate, check::{Check, Mode, Outcome}};
//!
//! // Half of a strategy is refused, with a game that refutes it.
//! let text = Certificate::shipped().text();
//! let half: Vec<&str> = text.lines().take(900).collect();
//! let mut check = Check::new(&half.join("\n"), Mode::Canonical)?;
//! while check.run(1_000_000).is_none() {}
//! assert!(matches!(check.outcome(), Some(Outcome::Refuted(_))));
//! # Ok::<(), morpion_engine::cube::check::BadLine>(())
//! ```

use core::fmt;

/// A mark of both sides: two sets of cells, the first player's first.
type Marks = [u64; 2];

/// Which positions count as the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Those that a symmetry makes equal: fast.
    Canonical,
    /// Only those with the same marks in the same cells: some twenty times slower.
    Exact,
}

/// How a check ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The first player wins every game.
    Proved,
    /// He does not: a game that shows it.
    Refuted(Refutation),
}

/// A game in which the first player does as the certificate says and does not win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// All moves from the empty board, the first player's and the second's in turn.
    pub moves: Vec<u8>,
    /// What has gone wrong after them.
    pub why: Why,
}

/// What goes wrong at the end of a refuting game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The second player has a four.
    SecondWins,
    /// The first player is to move, and neither a rule nor the certificate tells
    /// him where: no forced win exists, or none was found within the limit.
    NoMove,
    /// The board is full.
    Draw,
}

/// How far a check has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Different positions with the first player to move in which he does not win
    /// at once.
    pub positions: u64,
    /// Replies of the second player tried.
    pub replies: u64,
    /// Searches for a forced win.
    pub searches: u64,
    /// Positions looked at by all these searches.
    pub nodes: u64,
    /// The most positions that one search needed.
    pub longest_search: u64,
    /// Entries of the certificate that were needed.
    pub entries_used: u64,
    /// Moves of the longest game, both sides counted.
    pub longest_game: u32,
}

/// A line of the text that is no entry: its number, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadLine(pub usize);

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: not an entry of a certificate", self.0)
    }
}

impl core::error::Error for BadLine {}

/// A search that needs more positions than this is given up.
const LIMIT: u64 = 1_000_000;

/// The second player is to move.
#[derive(Debug)]
struct Turn {
    marks: Marks,
    /// The move that the first player has just made.
    played: u8,
    /// Where he completes a four next.
    fours: u64,
    /// Replies not tried yet.
    left: u64,
    /// The reply that is being followed.
    reply: u8,
    /// The rest of a forced win, if one is being played: the awaited reply first.
    plan: Vec<u8>,
}

/// The check of one certificate; resumable.
#[derive(Debug)]
pub struct Check {
    mode: Mode,
    board: Board,
    /// Entries by position, sorted: marks, move, whether it was needed.
    entries: Vec<(Marks, u8, bool)>,
    seen: Seen,
    failed: Failed,
    turns: Vec<Turn>,
    counts: Counts,
    outcome: Option<Outcome>,
}

impl Check {
    /// Reads the text of a certificate and prepares its check.
    ///
    /// # Errors
    /// The first line that is not an entry. That an entry is there twice, or its
    /// position not the first of its images, is no error: it does no harm.
    pub fn new(text: &str, mode: Mode) -> Result<Check, BadLine> {
        Check::from(text, mode, [0, 0])
    }

    /// The same from another position than the empty board: the first player's
    /// cells and the second's, as many, with nobody's four or three. A refutation
    /// then tells the moves from there on.
    ///
    /// # Errors
    /// The first line that is not an entry.
    pub fn from(text: &str, mode: Mode, start: [u64; 2]) -> Result<Check, BadLine> {
        let board = Board::new();
        let mut entries: Vec<(Marks, u8, bool)> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let (marks, play) = read_entry(line).ok_or(BadLine(index + 1))?;
            let (marks, map) = board.least_image(marks);
            let play = board.maps[map][usize::from(play)];
            // Of several entries for a position, the first one.
            if let Err(place) = entries.binary_search_by_key(&marks, |entry| entry.0) {
                entries.insert(place, (marks, play, false));
            }
        }
        let mut check = Check {
            mode,
            board,
            entries,
            seen: Seen::new(),
            failed: Failed::new(),
            turns: Vec::new(),
            counts: Counts::default(),
            outcome: None,
        };
        check.first_player(start, &[]);
        Ok(check)
    }

    /// Tries up to `replies` replies more. `None` means that more are left.
    pub fn run(&mut self, replies: u64) -> Option<&Outcome> {
        let end = self.counts.replies.saturating_add(replies);
        while self.outcome.is_none() && self.counts.replies < end {
            self.step();
        }
        self.outcome.as_ref()
    }

    /// The end, once there is one.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// How far it has come.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// How many entries the certificate has.
    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    /// One reply of the second player.
    fn step(&mut self) {
        let Some(turn) = self.turns.last_mut() else {
            self.outcome = Some(Outcome::Proved);
            return;
        };
        if turn.left == 0 {
            self.turns.pop();
            return;
        }
        let reply = turn.left.trailing_zeros() as u8;
        turn.left &= turn.left - 1;
        turn.reply = reply;
        self.counts.replies += 1;
        let mut marks = turn.marks;
        marks[1] |= 1 << reply;
        if self.board.four_through(marks[1], reply) {
            self.refute(Why::SecondWins);
            return;
        }
        // Rule 1, played out.
        let fours = turn.fours & !(1 << reply);
        if fours != 0 {
            let four = fours.trailing_zeros() as u8;
            marks[0] |= 1 << four;
            assert!(self.board.four_through(marks[0], four), "a four is a four");
            let moves = (marks[0] | marks[1]).count_ones();
            self.counts.longest_game = self.counts.longest_game.max(moves);
            return;
        }
        if marks[0] | marks[1] == u64::MAX {
            self.refute(Why::Draw);
            return;
        }
        let key = match self.mode {
            Mode::Canonical => self.board.least_image(marks).0,
            Mode::Exact => marks,
        };
        if !self.seen.insert(key) {
            return;
        }
        // The awaited reply: the forced win goes on. Any other was refuted above
        // by its four, but for the last one of two.
        let plan = match turn.plan.split_first() {
            Some((&awaited, rest)) if awaited == reply => rest.to_vec(),
            _ => Vec::new(),
        };
        self.first_player(marks, &plan);
    }

    /// Rules 2 to 4: the first player, who cannot complete a four, moves.
    fn first_player(&mut self, marks: Marks, plan: &[u8]) {
        self.counts.positions += 1;
        let threat = self.board.fours(marks[1], marks[0]);
        let mut next = plan.to_vec();
        if threat != 0 {
            // With two of them, the replies will show it.
            let fill = threat.trailing_zeros() as u8;
            if next.first() != Some(&fill) {
                next = vec![fill];
            }
        } else if let Some(play) = self.look_up(marks) {
            next = vec![play];
        } else if next.is_empty() {
            self.counts.searches += 1;
            let mut nodes = 0;
            let found = self.forced_win(marks, &mut nodes);
            self.counts.nodes += nodes;
            self.counts.longest_search = self.counts.longest_search.max(nodes);
            next = found.unwrap_or_default();
        }
        let Some((&play, plan)) = next.split_first() else {
            self.refute(Why::NoMove);
            return;
        };
        let mut marks = marks;
        marks[0] |= 1 << play;
        let free = !(marks[0] | marks[1]);
        self.turns.push(Turn {
            marks,
            played: play,
            fours: self.board.fours(marks[0], marks[1]),
            left: free,
            reply: 0,
            plan: plan.to_vec(),
        });
        if free == 0 {
            self.refute(Why::Draw);
        }
    }

    /// Rule 3.
    fn look_up(&mut self, marks: Marks) -> Option<u8> {
        let (least, map) = self.board.least_image(marks);
        let place = self.entries.binary_search_by_key(&least, |entry| entry.0);
        let entry = &mut self.entries[place.ok()?];
        self.counts.entries_used += u64::from(!entry.2);
        entry.2 = true;
        let play = self.board.maps[map]
            .iter()
            .position(|&image| image == entry.1);
        // A symmetry reaches every cell, and `read_entry` saw that this one is free.
        play.map(|cell| cell as u8)
    }

    /// Rule 4: the shortest chain of threes that wins, replies included.
    fn forced_win(&mut self, marks: Marks, nodes: &mut u64) -> Option<Vec<u8>> {
        self.failed.clear();
        for threes in 1..=32 {
            let mut chain = Vec::new();
            let mut cut = false;
            match self.chain(marks, threes, &mut chain, &mut cut, nodes) {
                Chain::Wins => {
                    chain.reverse();
                    return Some(chain);
                }
                Chain::Fails if cut => {}
                Chain::Fails | Chain::GaveUp => return None,
            }
        }
        None
    }

    /// Whether the first player wins by at most so many threes in a row. The chain
    /// is written down from its end; `cut` tells that longer ones might exist.
    fn chain(
        &mut self,
        marks: Marks,
        threes: u8,
        chain: &mut Vec<u8>,
        cut: &mut bool,
        nodes: &mut u64,
    ) -> Chain {
        *nodes += 1;
        if *nodes > LIMIT {
            return Chain::GaveUp;
        }
        let (mut pairs, mut count) = ([0_u64; 76], 0);
        let (mut stops, mut once, mut twice) = (0_u64, 0_u64, 0_u64);
        for &line in &self.board.lines {
            let free = line & !(marks[0] | marks[1]);
            if line & marks[1] == 0 && free.count_ones() == 2 {
                twice |= once & free;
                once |= free;
                pairs[count] = free;
                count += 1;
            } else if line & marks[0] == 0 && free.count_ones() == 1 {
                stops |= free;
            }
        }
        if stops.count_ones() > 1 {
            return Chain::Fails;
        }
        let may = if stops == 0 { u64::MAX } else { stops };
        if twice & may != 0 {
            let cell = (twice & may).trailing_zeros() as u8;
            // Two of the gaps; one of them stays open whatever the reply.
            let gap = pairs[..count].iter().find(|&&pair| pair >> cell & 1 == 1);
            let gap = gap.map_or(0, |pair| pair & !(1 << cell));
            chain.extend([gap.trailing_zeros() as u8, cell]);
            return Chain::Wins;
        }
        if once & may == 0 {
            return Chain::Fails;
        }
        if threes <= 1 {
            *cut = true;
            return Chain::Fails;
        }
        match self.failed.find(marks) {
            Some(Failed::FOR_EVER) => return Chain::Fails,
            Some(known) if known >= threes => {
                *cut = true;
                return Chain::Fails;
            }
            _ => {}
        }
        let mut cut_below = false;
        for &pair in &pairs[..count] {
            let low = pair & pair.wrapping_neg();
            for (three, reply) in [(low, pair & !low), (pair & !low, low)] {
                if three & may == 0 {
                    continue;
                }
                let next = [marks[0] | three, marks[1] | reply];
                match self.chain(next, threes - 1, chain, &mut cut_below, nodes) {
                    Chain::Fails => {}
                    Chain::GaveUp => return Chain::GaveUp,
                    Chain::Wins => {
                        let cells = [reply, three].map(|bit| bit.trailing_zeros() as u8);
                        chain.extend(cells);
                        return Chain::Wins;
                    }
                }
            }
        }
        let depth = if cut_below { threes } else { Failed::FOR_EVER };
        self.failed.put(marks, depth);
        *cut |= cut_below;
        Chain::Fails
    }

    fn refute(&mut self, why: Why) {
        let mut moves: Vec<u8> = self
            .turns
            .iter()
            .flat_map(|turn| [turn.played, turn.reply])
            .collect();
        // After a draw by the first player's last move there is no reply.
        if self
            .turns
            .last()
            .is_some_and(|turn| turn.marks[0] | turn.marks[1] == u64::MAX)
        {
            moves.pop();
        }
        self.outcome = Some(Outcome::Refuted(Refutation { moves, why }));
    }
}

/// What a chain of threes comes to.
enum Chain {
    Wins,
    Fails,
    GaveUp,
}

/// An entry in letters: `A–Z a–z 0–9 - _` are the cells 0 to 63.
fn read_entry(line: &str) -> Option<(Marks, u8)> {
    let cells: Option<Vec<u8>> = line
        .bytes()
        .map(|letter| match letter {
            b'A'..=b'Z' => Some(letter - b'A'),
            b'a'..=b'z' => Some(letter - b'a' + 26),
            b'0'..=b'9' => Some(letter - b'0' + 52),
            b'-' => Some(62),
            b'_' => Some(63),
            _ => None,
        })
        .collect();
    let cells = cells?;
    let (&play, marks) = cells.split_last()?;
    let half = marks.len() / 2;
    let set = |cells: &[u8]| cells.iter().fold(0_u64, |set, cell| set | 1 << cell);
    let sides = [set(&marks[..half]), set(&marks[half..])];
    let all = sides[0] | sides[1] | 1 << play;
    let different = all.count_ones() as usize == cells.len();
    (marks.len() % 2 == 0 && different).then_some((sides, play))
}

/// The lines and the symmetries of the cube, found and not told.
#[derive(Debug)]
struct Board {
    /// The lines as sets of cells.
    lines: Vec<u64>,
    /// The lines through each cell.
    through: Vec<Vec<u64>>,
    /// The permutations of the cells that map lines to lines: where cells go.
    maps: Vec<[u8; 64]>,
}

impl Board {
    fn new() -> Board {
        let lines = find_lines();
        let through: Vec<Vec<u64>> = (0..64)
            .map(|cell| {
                let on = lines.iter().filter(|&line| line >> cell & 1 == 1);
                on.copied().collect()
            })
            .collect();
        let maps = find_maps(&through);
        Board {
            lines,
            through,
            maps,
        }
    }

    /// Whether a line through the cell is full of these marks.
    fn four_through(&self, marks: u64, cell: u8) -> bool {
        self.through[usize::from(cell)]
            .iter()
            .any(|line| line & !marks == 0)
    }

    /// The cells that complete a four of `mine`.
    fn fours(&self, mine: u64, theirs: u64) -> u64 {
        let mut cells = 0;
        for line in &self.lines {
            if line & theirs == 0 && (line & mine).count_ones() == 3 {
                cells |= line & !mine;
            }
        }
        cells
    }

    /// The least of all images, and which map makes it.
    fn least_image(&self, marks: Marks) -> (Marks, usize) {
        let image = |map: &[u8; 64], mut set: u64| {
            let mut image = 0_u64;
            while set != 0 {
                image |= 1 << map[set.trailing_zeros() as usize];
                set &= set - 1;
            }
            image
        };
        let mut least = ([u64::MAX; 2], 0);
        for (index, map) in self.maps.iter().enumerate() {
            let first = image(map, marks[0]);
            if first <= least.0[0] {
                let images = [first, image(map, marks[1])];
                if images < least.0 {
                    least = (images, index);
                }
            }
        }
        least
    }
}

/// Every set of four cells in a straight line: from each cell, in each direction,
/// three steps that stay inside.
fn find_lines() -> Vec<u64> {
    let mut lines = Vec::new();
    let at = |x: i32, y: i32, z: i32| 1_u64 << (x + 4 * y + 16 * z);
    for start in 0..64 {
        for direction in 0..27 {
            let (x, y, z) = (start % 4, start / 4 % 4, start / 16);
            let (dx, dy, dz) = (direction % 3 - 1, direction / 3 % 3 - 1, direction / 9 - 1);
            let inside = |v: i32, d: i32| (0..4).contains(&(v + 3 * d));
            let moves = (dx, dy, dz) != (0, 0, 0);
            if moves && inside(x, dx) && inside(y, dy) && inside(z, dz) {
                let cells = (0..4).map(|k| at(x + k * dx, y + k * dy, z + k * dz));
                let line = cells.fold(0, |line, cell| line | cell);
                // Each line is met from both of its ends.
                if let Err(place) = lines.binary_search(&line) {
                    lines.insert(place, line);
                }
            }
        }
    }
    lines
}

/// Every permutation of the cells that maps each line to a line: cells are given
/// images one by one, in an order in which lines are completed early.
fn find_maps(through: &[Vec<u64>]) -> Vec<[u8; 64]> {
    // The next cell is the one whose lines are the most known.
    let mut order: Vec<usize> = Vec::new();
    let mut known = 0_u64;
    for _ in 0..64 {
        let weight = |cell: &usize| -> u32 {
            let on = through[*cell].iter();
            on.map(|line| 8_u32.pow((line & known).count_ones())).sum()
        };
        let rest = (0..64).filter(|cell| known >> cell & 1 == 0);
        let next = rest.max_by_key(|cell| (weight(cell), 64 - cell));
        order.extend(next);
        known |= next.map_or(0, |cell| 1 << cell);
    }
    let mut maps = Vec::new();
    extend(&order, &mut [0; 64], 0, 0, through, &mut maps);
    maps
}

/// `done` are the cells of `order` that have an image in `map`, `taken` the images.
fn extend(
    order: &[usize],
    map: &mut [u8; 64],
    done: u64,
    taken: u64,
    through: &[Vec<u64>],
    maps: &mut Vec<[u8; 64]>,
) {
    let Some((&cell, rest)) = order.split_first() else {
        maps.push(*map);
        return;
    };
    let done = done | 1 << cell;
    for image in 0..64_u8 {
        if taken >> image & 1 == 1 || through[usize::from(image)].len() != through[cell].len() {
            continue;
        }
        map[cell] = image;
        // Cells on a common line have to stay on one: the known part of each line
        // through the cell must lie within a line.
        let fits = through[cell].iter().all(|line| {
            let part = line & done;
            let cells = (0..64).filter(|&other| part >> other & 1 == 1);
            let images = cells.fold(0, |set, other: usize| set | 1 << map[other]);
            through[usize::from(image)]
                .iter()
                .any(|target| images & !target == 0)
        });
        if fits {
            extend(rest, map, done, taken | 1 << image, through, maps);
        }
    }
}

fn mix(marks: Marks) -> u64 {
    let a = marks[0].wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let b = (marks[1] ^ a >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (a ^ b ^ b >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A set of positions, kept whole: nothing is taken for seen that was not.
#[derive(Debug)]
struct Seen {
    /// Open addressing; the empty board, which nobody asks for, is an empty place.
    places: Vec<Marks>,
    len: usize,
}

impl Seen {
    fn new() -> Seen {
        Seen {
            places: vec![[0; 2]; 1 << 12],
            len: 0,
        }
    }

    /// Says whether the position is new.
    fn insert(&mut self, marks: Marks) -> bool {
        if self.len * 4 >= self.places.len() * 3 {
            let double = vec![[0; 2]; self.places.len() * 2];
            for old in core::mem::replace(&mut self.places, double) {
                if old != [0; 2] {
                    let place = self.place(old);
                    self.places[place] = old;
                }
            }
        }
        let place = self.place(marks);
        if self.places[place] == marks {
            return false;
        }
        self.places[place] = marks;
        self.len += 1;
        true
    }

    /// Where the position is or would be.
    fn place(&self, marks: Marks) -> usize {
        let last = self.places.len() - 1;
        let mut place = (mix(marks) >> 20) as usize & last;
        while self.places[place] != marks && self.places[place] != [0; 2] {
            place = (place + 1) & last;
        }
        place
    }
}

/// Positions from which so many threes do not win, for the time of one search;
/// one forgets another that falls on its place.
#[derive(Debug)]
struct Failed {
    places: Vec<(Marks, u32, u8)>,
    search: u32,
}

impl Failed {
    const BITS: u32 = 15;
    /// However many threes.
    const FOR_EVER: u8 = u8::MAX;

    fn new() -> Failed {
        Failed {
            places: vec![([0; 2], 0, 0); 1 << Failed::BITS],
            search: 0,
        }
    }

    fn clear(&mut self) {
        self.search += 1;
    }

    fn find(&self, marks: Marks) -> Option<u8> {
        let (there, search, threes) = self.places[(mix(marks) >> (64 - Failed::BITS)) as usize];
        (there == marks && search == self.search).then_some(threes)
    }

    fn put(&mut self, marks: Marks, threes: u8) {
        self.places[(mix(marks) >> (64 - Failed::BITS)) as usize] = (marks, self.search, threes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The module stands alone.
    #[test]
    fn nothing_is_shared_with_the_engine() {
        let source = include_str!("check.rs");
        let (code, tests) = source
            .split_once("#[cfg(test)]")
            .expect("this module of tests");
        assert!(
            tests.contains("super::"),
            "the test looks at the right file"
        );
        let imports = code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        for line in imports {
            for word in ["crate", "super", "morpion_engine", "include"] {
                assert!(!line.contains(word), "{line}");
            }
        }
    }

    #[test]
    fn the_cube_has_its_lines_and_symmetries() {
        let board = Board::new();
        assert_eq!(board.lines.len(), 76);
        assert_eq!(board.maps.len(), 192);
        for map in &board.maps {
            for line in &board.lines {
                let cells = (0..64).filter(|&cell| line >> cell & 1 == 1);
                let image = cells.fold(0, |set, cell: usize| set | 1_u64 << map[cell]);
                assert!(board.lines.contains(&image));
            }
        }
    }

    #[test]
    fn a_set_of_positions_forgets_none() {
        let mut seen = Seen::new();
        for round in 0..2 {
            for i in 1..20_000_u64 {
                let marks = [i.wrapping_mul(0x1234_5678_9abc_def1), i << 40];
                assert_eq!(seen.insert(marks), round == 0);
            }
        }
    }

    #[test]
    fn lines_that_are_no_entries() {
        for (text, line) in [
            ("A\nABC", None),
            ("", None),
            ("A\nAB", Some(2)),
            ("A\n\nABD", Some(2)),
            ("AA", Some(1)),
            ("A!B", Some(1)),
            ("ABA", Some(1)),
        ] {
            let error = Check::new(text, Mode::Canonical).err();
            assert_eq!(error, line.map(BadLine), "{text:?}");
        }
    }
}
