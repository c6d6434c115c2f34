//! The committed results of `engine/data`, a value a line.

use crate::messages;

/// One of the files, as it was when this program was compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Data {
    /// Its name in `engine/data`.
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
}

/// A file of `engine/data`.
macro_rules! data {
    ($name:literal) => {
        $crate::data::Data {
            name: $name,
            text: include_str!(concat!("../../engine/data/", $name)),
        }
    };
}
pub(crate) use data;

impl Data {
    /// Reads every line but those before `first`, which count from 0. The reader gets
    /// the line and its number among those that are read, from 1.
    ///
    /// # Errors
    ///
    /// The file and line that cannot be read: left out, it would be missed by nobody.
    pub(crate) fn read<T>(
        self,
        first: usize,
        read: impl Fn(usize, &str) -> Option<T>,
    ) -> Result<Vec<T>, String> {
        let lines = self.text.lines().skip(first);
        lines
            .zip(1..)
            .map(|(line, number)| {
                read(number, line)
                    .ok_or_else(|| messages::unreadable_data(self.name, first + number))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_cannot_be_read_is_named() {
        let read = |text| {
            let data = Data {
                name: "nombres.txt",
                text,
            };
            data.read(1, |number, line| Some((number, line.parse().ok()?)))
        };
        assert_eq!(read("tête\n5\n7\n"), Ok(vec![(1, 5), (2, 7)]));
        assert_eq!(
            read("tête\n5\nsept\n"),
            Err(String::from(
                "donnée illisible\u{a0}: playground/engine/data/nombres.txt, ligne 3"
            ))
        );
    }
}
