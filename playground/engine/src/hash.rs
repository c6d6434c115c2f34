//! Keys of positions.
//!
//! A position is at most five words, so mixing them costs about what keeping a
//! Zobrist key up to date would, takes no table, and leaves `play` with nothing
//! to maintain.

/// The finishing steps of SplitMix64: a bijection in which every bit of the
/// input moves about half of the bits of the output.
pub(crate) const fn scramble(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A key of these words; `salt` tells the games apart.
pub(crate) fn key<const N: usize>(salt: u64, words: [u64; N]) -> u64 {
    words
        .into_iter()
        .fold(scramble(salt.wrapping_add(1)), |hash, word| {
            scramble(hash.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ word)
        })
}
