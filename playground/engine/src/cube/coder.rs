//! An adaptive binary range coder: what packs the certificate.
//!
//! Each bit is coded with a probability that follows the bits met in the same
//! context (G. N. N. Martin, "Range encoding", 1979; in the form with 32-bit
//! ranges and 11-bit probabilities that is common today). Integers only, so that
//! packed bytes mean the same everywhere.

/// Probabilities have this many bits.
const BITS: u32 = 11;
/// How fast a probability follows: by a sixteenth of the difference.
const RATE: u32 = 4;
/// Below this, the range is fed another byte.
const LOW: u32 = 1 << 24;

/// The chance of a 0 in each context.
struct Model(Vec<u16>);

impl Model {
    fn new(contexts: usize) -> Model {
        Model(vec![1 << (BITS - 1); contexts])
    }

    /// The part of the range that belongs to 0.
    fn bound(&self, context: usize, range: u32) -> u32 {
        (range >> BITS) * u32::from(self.0[context])
    }

    fn learn(&mut self, context: usize, bit: bool) {
        let chance = &mut self.0[context];
        if bit {
            *chance -= *chance >> RATE;
        } else {
            *chance += ((1 << BITS) - *chance) >> RATE;
        }
    }
}

/// Something that bits pass through: a reader gives the bit it finds, a writer
/// the one that it was told. So the format is written once.
pub(crate) trait Coder {
    /// One bit in a context; a reader ignores `bit`.
    fn bit(&mut self, context: usize, bit: bool) -> bool;

    /// A number of six bits, high bit first; takes the 64 contexts from
    /// `context` on.
    fn six(&mut self, context: usize, value: u8) -> u8 {
        let mut node = 1;
        for shift in (0..6).rev() {
            let bit = self.bit(context + node, value >> shift & 1 == 1);
            node = node * 2 + usize::from(bit);
        }
        (node & 63) as u8
    }
}

/// Packs bits into bytes.
pub(crate) struct Writer {
    model: Model,
    low: u64,
    range: u32,
    bytes: Vec<u8>,
}

impl Writer {
    pub(crate) fn new(contexts: usize) -> Writer {
        Writer {
            model: Model::new(contexts),
            low: 0,
            range: u32::MAX,
            bytes: Vec::new(),
        }
    }

    /// Sends the top byte off, and a carry into the bytes already sent.
    fn shift(&mut self) {
        if self.low >> 32 != 0 {
            for byte in self.bytes.iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
        self.bytes.push((self.low >> 24) as u8);
        self.low = self.low << 8 & 0xffff_ffff;
    }

    /// All bytes. A reader takes what is behind the end for zeros, so that zeros
    /// at the end need not be there.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        // Of all numbers in the range, one with as many zeros at its end as can be.
        let top = self.low + u64::from(self.range) - 1;
        for zeros in (0..=32).rev() {
            let rounded = top >> zeros << zeros;
            if rounded >= self.low {
                self.low = rounded;
                break;
            }
        }
        for _ in 0..4 {
            self.shift();
        }
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

impl Coder for Writer {
    fn bit(&mut self, context: usize, bit: bool) -> bool {
        let bound = self.model.bound(context, self.range);
        if bit {
            self.low += u64::from(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        self.model.learn(context, bit);
        while self.range < LOW {
            self.shift();
            self.range <<= 8;
        }
        bit
    }
}

/// Reads bits back.
pub(crate) struct Reader<'a> {
    model: Model,
    code: u32,
    range: u32,
    bytes: core::slice::Iter<'a, u8>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(contexts: usize, bytes: &'a [u8]) -> Reader<'a> {
        let mut reader = Reader {
            model: Model::new(contexts),
            code: 0,
            range: u32::MAX,
            bytes: bytes.iter(),
        };
        for _ in 0..4 {
            reader.feed();
        }
        reader
    }

    fn feed(&mut self) {
        self.code = self.code << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }
}

impl Coder for Reader<'_> {
    fn bit(&mut self, context: usize, _: bool) -> bool {
        let bound = self.model.bound(context, self.range);
        let bit = self.code >= bound;
        if bit {
            self.code -= bound;
            self.range -= bound;
        } else {
            self.range = bound;
        }
        self.model.learn(context, bit);
        while self.range < LOW {
            self.feed();
            self.range <<= 8;
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Bits of every temper come back, whatever carries they caused.
    #[test]
    fn what_is_written_is_read() {
        let mut rng = Rng::new(3);
        for round in 0..300 {
            let skew = rng.below(64) + 1;
            let bits: Vec<(usize, bool)> = (0..round * 5)
                .map(|_| (rng.below(7) as usize, rng.below(skew) == 0))
                .collect();
            let mut writer = Writer::new(7);
            for &(context, bit) in &bits {
                writer.bit(context, bit);
            }
            let bytes = writer.finish();
            let mut reader = Reader::new(7, &bytes);
            for &(context, bit) in &bits {
                assert_eq!(reader.bit(context, false), bit, "round {round}");
            }
        }
    }
}
