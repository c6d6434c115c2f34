//! The games that the tests play, as rows: moves, their end, a refused move.

use std::fmt;

/// One of the four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Game {
    Classique,
    Infini,
    Ultimate,
    Cube,
}

impl Game {
    pub(crate) const ALL: [Self; 4] = [Self::Classique, Self::Infini, Self::Ultimate, Self::Cube];

    /// The name of the folder and in attributes.
    pub(crate) const fn slug(self) -> &'static str {
        match self {
            Self::Classique => "classique",
            Self::Infini => "infini",
            Self::Ultimate => "ultimate",
            Self::Cube => "3d",
        }
    }

    /// The page with an empty board.
    pub(crate) fn play_page(self) -> String {
        format!("{}/jouer.html", self.slug())
    }

    /// The page of the rules.
    pub(crate) fn rules_page(self) -> String {
        format!("{}/regles.html", self.slug())
    }

    /// A move that opens any game.
    pub(crate) const fn opening(self) -> &'static str {
        match self {
            Self::Classique | Self::Infini => "5",
            Self::Ultimate => "55",
            Self::Cube => "222",
        }
    }

    /// An answer to the opening.
    pub(crate) const fn second(self) -> &'static str {
        match self {
            Self::Classique | Self::Infini => "1",
            Self::Ultimate => "51",
            Self::Cube => "111",
        }
    }

    /// Every cell's name.
    pub(crate) fn cells(self) -> Vec<String> {
        let digits = |n: u32| (1..=n).map(move |digit| digit.to_string());
        match self {
            Self::Classique | Self::Infini => digits(9).collect(),
            Self::Ultimate => digits(9)
                .flat_map(|board| digits(9).map(move |cell| format!("{board}{cell}")))
                .collect(),
            Self::Cube => digits(4)
                .flat_map(|floor| digits(4).map(move |row| format!("{floor}{row}")))
                .flat_map(|row| digits(4).map(move |column| format!("{row}{column}")))
                .collect(),
        }
    }

    /// Where a cell is seen.
    pub(crate) fn spot(self, cell: &str) -> Spot {
        let digits: Vec<u32> = cell
            .chars()
            .filter_map(|c| c.to_digit(10))
            .map(|digit| digit - 1)
            .collect();
        match (self, digits.as_slice()) {
            (Self::Classique | Self::Infini, &[cell]) => Spot {
                floor: 0,
                row: cell / 3,
                column: cell % 3,
            },
            (Self::Ultimate, &[board, cell]) => Spot {
                floor: 0,
                row: board / 3 * 3 + cell / 3,
                column: board % 3 * 3 + cell % 3,
            },
            (Self::Cube, &[floor, row, column]) => Spot { floor, row, column },
            _ => panic!("{cell:?} is no cell of {self}"),
        }
    }

    /// The cell seen there.
    pub(crate) fn cell_at(self, spot: Spot) -> String {
        self.cells()
            .into_iter()
            .find(|cell| self.spot(cell) == spot)
            .unwrap_or_else(|| panic!("no cell of {self} at {spot:?}"))
    }

    /// Rows, and columns, of a floor.
    pub(crate) const fn side(self) -> u32 {
        match self {
            Self::Classique | Self::Infini => 3,
            Self::Ultimate => 9,
            Self::Cube => 4,
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}

/// A place on the screen, counted from zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    pub(crate) floor: u32,
    pub(crate) row: u32,
    pub(crate) column: u32,
}

/// A move that must be refused on the way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refused {
    /// After so many moves of the game …
    pub(crate) after: usize,
    /// … this cell is tried …
    pub(crate) cell: &'static str,
    /// … and the status says this.
    pub(crate) says: &'static str,
}

/// A game from the start to its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played {
    pub(crate) game: Game,
    pub(crate) moves: &'static str,
    pub(crate) refused: &'static [Refused],
    /// `data-fin`.
    pub(crate) end: &'static str,
    /// The status at the end.
    pub(crate) says: &'static str,
    /// The cells marked as those of the winning line; for Ultimate, whose line is
    /// one of small boards, none.
    pub(crate) line: &'static [&'static str],
    /// The first and the last cell under the stroke; `None` where no stroke can be
    /// drawn because the line climbs from floor to floor.
    pub(crate) stroke: Option<(&'static str, &'static str)>,
}

const OVER: &str = "La partie est finie : commence une nouvelle partie.";

/// One game each for the mouse.
pub(crate) const BY_MOUSE: [Played; 4] = [
    Played {
        game: Game::Classique,
        moves: "1-2-5-3-9",
        refused: &[
            Refused {
                after: 1,
                cell: "1",
                says: "Case 1 déjà prise par X.",
            },
            Refused {
                after: 5,
                cell: "7",
                says: OVER,
            },
        ],
        end: "x",
        says: "X gagne : alignement 1-5-9.",
        line: &["1", "5", "9"],
        stroke: Some(("1", "9")),
    },
    Played {
        game: Game::Infini,
        moves: "1-4-5-9-2-3-8",
        refused: &[
            Refused {
                after: 4,
                cell: "9",
                says: "Case 9 déjà prise par O.",
            },
            // The mark about to vanish still holds its cell.
            Refused {
                after: 6,
                cell: "1",
                says: "Case 1 prise : ce X ne part qu'après ton coup.",
            },
        ],
        end: "x",
        says: "X gagne : alignement 2-5-8.",
        line: &["2", "5", "8"],
        stroke: Some(("2", "8")),
    },
    Played {
        game: Game::Ultimate,
        // X takes 5 with the eleventh move and sends O to it: O plays where it wants.
        moves: "58-87-79-93-37-77-76-65-52-25-55-63-31-13-34-45-73",
        refused: &[
            Refused {
                after: 1,
                cell: "11",
                says: "Pas dans la grille 1 : tu dois jouer dans la petite grille 8.",
            },
            Refused {
                after: 11,
                cell: "51",
                says: "La petite grille 5 est fermée : choisis une grille ouverte.",
            },
        ],
        end: "x",
        says: "X gagne : petites grilles 3-5-7 alignées.",
        line: &[],
        stroke: Some(("35", "75")),
    },
    Played {
        game: Game::Cube,
        moves: "111-112-222-113-333-121-444",
        refused: &[Refused {
            after: 2,
            cell: "111",
            says: "Étage 1, rangée 1, colonne 1 déjà prise par X.",
        }],
        end: "x",
        says: "X gagne : alignement 111-222-333-444.",
        line: &["111", "222", "333", "444"],
        stroke: None,
    },
];

/// One game each for the keyboard, others than those of the mouse.
pub(crate) const BY_KEYBOARD: [Played; 4] = [
    Played {
        game: Game::Classique,
        moves: "1-3-2-5-9-7",
        refused: &[Refused {
            after: 3,
            cell: "3",
            says: "Case 3 déjà prise par O.",
        }],
        end: "o",
        says: "O gagne : alignement 3-5-7.",
        line: &["3", "5", "7"],
        stroke: Some(("3", "7")),
    },
    Played {
        game: Game::Infini,
        // O's 1 leaves with its fourth mark; 4, 5, 6 is what remains.
        moves: "2-1-3-4-7-5-9-6",
        refused: &[Refused {
            after: 7,
            cell: "1",
            says: "Case 1 prise : ce O ne part qu'après ton coup.",
        }],
        end: "o",
        says: "O gagne : alignement 4-5-6.",
        line: &["4", "5", "6"],
        stroke: Some(("4", "6")),
    },
    Played {
        game: Game::Ultimate,
        moves: "76-69-96-63-35-57-75-52-28-83-32-25-56-67-74-45-54-43-38-85-55",
        refused: &[Refused {
            after: 2,
            cell: "76",
            says: "Pas dans la grille 7 : tu dois jouer dans la petite grille 9.",
        }],
        end: "x",
        says: "X gagne : petites grilles 3-5-7 alignées.",
        line: &[],
        stroke: Some(("35", "75")),
    },
    Played {
        game: Game::Cube,
        moves: "411-211-412-112-413-113-414",
        refused: &[Refused {
            after: 4,
            cell: "211",
            says: "Étage 2, rangée 1, colonne 1 déjà prise par O.",
        }],
        end: "x",
        says: "X gagne : alignement 411-412-413-414.",
        line: &["411", "412", "413", "414"],
        stroke: Some(("411", "414")),
    },
];
