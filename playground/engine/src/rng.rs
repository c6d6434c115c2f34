//! A small seeded generator: the engine has no source of randomness of its own.

use crate::hash::scramble;

/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom
/// number generators", OOPSLA 2014): a counter stepped by the golden ratio and
/// scrambled. Every seed is a good one. The same seed gives the same numbers
/// everywhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// A generator that starts from this seed.
    pub const fn new(seed: u64) -> Rng {
        Rng { state: seed }
    }

    /// The next 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        scramble(self.state)
    }

    /// A number below `n`, each one equally likely.
    ///
    /// # Panics
    /// When `n` is 0: there is no such number.
    pub const fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "no number is below 0");
        // The first 2^64 mod n values are thrown away: what is left is a whole
        // number of times n.
        let unfair = n.wrapping_neg() % n;
        loop {
            let bits = self.next_u64();
            if bits >= unfair {
                return bits % n;
            }
        }
    }
}
