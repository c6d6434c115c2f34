//! The lines of the cube that a reader has met, kept on the device.

use morpion_engine::cube::LINES;

use crate::device::Device;

/// A set of lines of the cube, by their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Met(u128);

impl Met {
    /// Where the device keeps it: the set's bits in hexadecimal, that of line 1 the
    /// lowest.
    pub const NAME: &'static str = "morpion-alignements";

    /// What the device has kept; nothing if it keeps nothing, or something else.
    pub fn recall(device: &dyn Device) -> Met {
        let text = device.recall(Met::NAME).unwrap_or_default();
        let bits = u128::from_str_radix(&text, 16).unwrap_or(0);
        Met(bits & ((1 << LINES.len()) - 1))
    }

    /// Keeps the set on the device. Whether it could be kept.
    pub fn keep(self, device: &dyn Device) -> bool {
        let text = match self.0 {
            0 => String::new(),
            bits => format!("{bits:x}"),
        };
        device.keep(Met::NAME, &text)
    }

    /// Whether the line of this number has been met.
    pub fn contains(self, number: u8) -> bool {
        self.0 & Met::bit(number) != 0
    }

    /// Ticks a line, or takes its tick away. A line that there is not is neither.
    pub fn set(&mut self, number: u8, met: bool) {
        if met {
            self.0 |= Met::bit(number);
        } else {
            self.0 &= !Met::bit(number);
        }
    }

    /// How many there are.
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    fn bit(number: u8) -> u128 {
        match number {
            1.. if usize::from(number) <= LINES.len() => 1 << (number - 1),
            _ => 0,
        }
    }
}
