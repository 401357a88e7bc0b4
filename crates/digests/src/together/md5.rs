//! MD5 (RFC 1321), written for the shortest dependency chain between steps.
//!
//! A step changes one of the four words of the state, and waits for the one that the previous step changed, which is
//! `b`. Everything that does not depend on it is added first.

use super::Block;
use super::order::word_before;

pub(super) type State = [u32; 4];

pub(super) const START: State = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];

pub(super) type Sines = [u32; 64];

/// The integer part of 2³² times the sine of 1 to 64. They are read from memory: as immediate operands they would make
/// the loop longer and slower.
#[rustfmt::skip]
pub(super) const SINES: Sines = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
];

const SHIFTS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// The round of step number `step` of 64, and the index of the word that it adds.
const fn round_and_word(step: usize) -> (usize, usize) {
    let number = step % 16;
    let word = match step / 16 {
        0 => number,
        1 => 5 * number + 1,
        2 => 3 * number + 5,
        _ => 7 * number,
    };
    (step / 16, word % 16)
}

/// The number of bits by which step number `step` rotates its sum.
const fn shift(step: usize) -> u32 {
    SHIFTS[step / 16][step % 4]
}

/// Word by word: the compiler would carry all four into a vector and back, for which the next block would have to wait.
pub(super) fn add([a, b, c, d]: State, others: State) -> State {
    let sum = |word: u32, index: usize| word_before(word.wrapping_add(others[index]));
    [sum(a, 0), sum(b, 1), sum(c, 2), sum(d, 3)]
}

/// Step number `I` of 64. In the second round the two halves of the choice have no bit in common, so that they can be added
/// one by one, and only one waits.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a call in each of 64 steps would cost more than the step")]
pub(super) fn step<const I: usize>(words: &mut State, block: &Block, sines: &Sines) {
    let [a, b, c, d] = *words;
    let (round, word) = const { round_and_word(I) };
    let early = word_before(a.wrapping_add(word_at(block, word)).wrapping_add(sines[I]));
    let sum = match round {
        0 => early.wrapping_add(d ^ (b & (c ^ d))),
        1 => word_before(early.wrapping_add(c & !d)).wrapping_add(b & d),
        2 => early.wrapping_add(word_before(c ^ d) ^ b),
        _ => early.wrapping_add(c ^ (b | !d)),
    };
    *words = [d, b.wrapping_add(sum.rotate_left(const { shift(I) })), b, c];
}

fn word_at(block: &Block, word: usize) -> u32 {
    let at = word * 4;
    u32::from_le_bytes([block[at], block[at + 1], block[at + 2], block[at + 3]])
}

pub(super) fn bytes(state: State) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes.as_chunks_mut().0.iter_mut().zip(state).for_each(|(chunk, word)| *chunk = word.to_le_bytes());
    bytes
}
