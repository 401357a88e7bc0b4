//! Four rounds of SHA-256 (FIPS 180-4) with the processor's own instructions.

use std::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_alignr_epi8, _mm_extract_epi32, _mm_set_epi8, _mm_set_epi32, _mm_set_epi64x,
    _mm_setzero_si128, _mm_sha256msg1_epu32, _mm_sha256msg2_epu32, _mm_sha256rnds2_epu32, _mm_shuffle_epi8,
    _mm_shuffle_epi32,
};

use std::hint::black_box;

use super::Block;

pub(super) type State = [u32; 8];

/// The fractions of the square roots of the first eight primes.
#[rustfmt::skip]
pub(super) const START: State = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
];

/// The fractions of the cube roots of the first 64 primes.
#[rustfmt::skip]
const CUBE_ROOTS: [u32; 64] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
];

/// The state in the layout of the instructions.
#[derive(Clone, Copy)]
pub(super) struct Registers {
    abef: __m128i,
    cdgh: __m128i,
}

#[target_feature(enable = "sha,ssse3,sse4.1")]
#[inline]
#[expect(clippy::many_single_char_names, reason = "the names of the standard")]
pub(super) fn load(state: State) -> Registers {
    let [a, b, c, d, e, f, g, h] = state.map(u32::cast_signed);
    Registers { abef: _mm_set_epi32(a, b, e, f), cdgh: _mm_set_epi32(c, d, g, h) }
}

#[target_feature(enable = "sha,ssse3,sse4.1")]
#[inline]
#[expect(clippy::many_single_char_names, reason = "the names of the standard")]
pub(super) fn store(Registers { abef, cdgh }: Registers) -> State {
    let [a, b, e, f] = words(abef);
    let [c, d, g, h] = words(cdgh);
    [a, b, c, d, e, f, g, h]
}

/// The words of a register, highest first.
#[target_feature(enable = "sse4.1")]
#[inline]
fn words(register: __m128i) -> [u32; 4] {
    [
        _mm_extract_epi32::<3>(register),
        _mm_extract_epi32::<2>(register),
        _mm_extract_epi32::<1>(register),
        _mm_extract_epi32::<0>(register),
    ]
    .map(i32::cast_unsigned)
}

#[target_feature(enable = "sha,ssse3,sse4.1")]
#[inline]
pub(super) fn add(one: Registers, other: Registers) -> Registers {
    Registers { abef: _mm_add_epi32(one.abef, other.abef), cdgh: _mm_add_epi32(one.cdgh, other.cdgh) }
}

/// The last sixteen words of the message schedule, four in each register.
pub(super) struct Schedule([__m128i; 4]);

#[target_feature(enable = "sha,ssse3,sse4.1")]
#[inline]
pub(super) fn empty_schedule() -> Schedule {
    Schedule([_mm_setzero_si128(); 4])
}

/// The rounds `4 * I` to `4 * I + 3` of 64.
#[target_feature(enable = "sha,ssse3,sse4.1")]
#[inline]
pub(super) fn four_rounds<const I: usize>(registers: &mut Registers, schedule: &mut Schedule, block: &Block) {
    // Prevents the compiler from grouping the rounds of a whole block: they would fill the processor's queue and block
    // the MD5 steps that should run in parallel.
    if I.is_multiple_of(2) {
        registers.abef = black_box(registers.abef);
    }
    let Schedule(words) = schedule;
    let word = if I < 4 {
        big_endian(block, I * 16)
    } else {
        let [before, last] = [words[(I + 2) % 4], words[(I + 3) % 4]];
        let sum = _mm_sha256msg1_epu32(words[I % 4], words[(I + 1) % 4]);
        _mm_sha256msg2_epu32(_mm_add_epi32(sum, _mm_alignr_epi8::<4>(last, before)), last)
    };
    words[I % 4] = word;
    let [k0, k1, k2, k3] = [0, 1, 2, 3].map(|number| CUBE_ROOTS[4 * I + number].cast_signed());
    let sum = _mm_add_epi32(word, _mm_set_epi32(k3, k2, k1, k0));
    registers.cdgh = _mm_sha256rnds2_epu32(registers.cdgh, registers.abef, sum);
    registers.abef = _mm_sha256rnds2_epu32(registers.abef, registers.cdgh, _mm_shuffle_epi32::<0b1110>(sum));
}

/// Four words of the message, starting at `at`.
#[target_feature(enable = "ssse3")]
#[inline]
fn big_endian(block: &Block, at: usize) -> __m128i {
    let half = |at: usize| {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&block[at..at + 8]);
        i64::from_le_bytes(bytes)
    };
    let turn_each_word = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    _mm_shuffle_epi8(_mm_set_epi64x(half(at + 8), half(at)), turn_each_word)
}

pub(super) fn bytes(state: State) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes.as_chunks_mut().0.iter_mut().zip(state).for_each(|(chunk, word)| *chunk = word.to_be_bytes());
    bytes
}
