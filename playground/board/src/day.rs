//! The exercise of the day: several are in the page, and the date chooses.

use crate::spec::{Spec, TEMPTING, Tempting, goal_french};

/// The attribute with the exercises that take turns.
pub const DAY: &str = "jour";

/// An exercise that takes its turn, as the attributes that it gives to the element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    values: [String; 5],
}

/// The attributes of the element that the date decides, in the order of
/// [`Candidate`]'s values.
const NAMES: [&str; 5] = ["jeu", "coups", "but", "cle", TEMPTING];

impl Candidate {
    /// All attributes that the date decides, with their values.
    pub fn attributes(&self) -> impl Iterator<Item = (&'static str, &str)> {
        NAMES
            .into_iter()
            .zip(self.values.iter().map(String::as_str))
    }
}

/// The exercises in one attribute; [`of_the_day`] reads it.
pub(crate) fn write(specs: &[Spec]) -> String {
    let one = |spec: &Spec| {
        let game = spec.record.game();
        let tempting = spec.tempting.as_ref();
        Some(format!(
            "{};{};{};{};{}",
            game.slug(),
            spec.record.notation(),
            goal_french(spec.goal?),
            spec.exercise_key()?,
            tempting
                .map_or_else(String::new, |one| Tempting::write(one, game))
                .replace('|', "/")
        ))
    };
    specs.iter().filter_map(one).collect::<Vec<_>>().join("|")
}

/// The exercise whose turn it is on `today`, as `2026-11-30`; on a day that is not
/// known, the first.
///
/// ```
/// use morpion_board::of_the_day;
///
/// let list = "classique;1-5-2;bloquer;k;|3d;111;gagner;l;";
/// let today = of_the_day(list, "2026-03-01").unwrap();
/// let tomorrow = of_the_day(list, "2026-03-02").unwrap();
/// assert_ne!(today, tomorrow);
/// let games = [today, tomorrow].map(|one| one.attributes().next().unwrap().1.to_owned());
/// assert!(games.contains(&"3d".to_owned()) && games.contains(&"classique".to_owned()));
/// assert_eq!(of_the_day("", "2026-03-01"), None);
/// ```
pub fn of_the_day(list: &str, today: &str) -> Option<Candidate> {
    let all: Vec<&str> = list.split('|').collect();
    let turn = day_number(today).unwrap_or(0) as usize % all.len();
    let mut fields = all.get(turn)?.splitn(NAMES.len(), ';').map(str::to_owned);
    let values = [
        fields.next()?,
        fields.next()?,
        fields.next()?,
        fields.next()?,
        fields.next()?,
    ];
    Some(Candidate { values })
}

/// The days since a first of March long ago, so that each day has its own number and
/// the next one the number after. (Howard Hinnant, `days_from_civil`)
fn day_number(date: &str) -> Option<u32> {
    let mut parts = date.split('-').map(str::parse::<u32>);
    let mut next = || parts.next()?.ok().filter(|&n| n < 10_000);
    let (year, month, day) = (next()?, next()?, next()?);
    // The year begins in March: the day that comes and goes is its last.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year.checked_sub(1)?, month + 9)
    };
    let before = (153 * month + 2) / 5;
    Some(365 * year + year / 4 - year / 100 + year / 400 + before + day)
}

#[cfg(test)]
mod tests {
    use super::day_number;

    #[test]
    fn every_day_has_the_number_after_the_last() {
        for days in [
            ["2026-11-30", "2026-12-01"],
            ["2026-12-31", "2027-01-01"],
            ["2027-02-28", "2027-03-01"],
            ["2028-02-28", "2028-02-29"],
            ["2028-02-29", "2028-03-01"],
            ["2100-02-28", "2100-03-01"],
        ] {
            let [one, two] = days.map(|day| day_number(day).expect("a day"));
            assert_eq!(one + 1, two, "{days:?}");
        }
        for wrong in ["", "hier", "2026-11", "99999999-1-1", "0-1-1"] {
            assert_eq!(day_number(wrong), None, "{wrong}");
        }
    }
}
