//! Steps of the first and last round with AVX-512 instructions.
//!
//! AVX-512 computes any function of three words in one instruction, where others need two dependent ones. The rounds in
//! between do not benefit, and leave the vector units to SHA-256. Each word of the state fills a register, repeated
//! four times.

use std::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_rolv_epi32, _mm_set1_epi32, _mm_ternarylogic_epi32,
};

use super::{Sines, State, round_and_word, shift, word_at};
use crate::together::Block;
use crate::together::order::vector_before;

pub(in crate::together) type Words = [__m128i; 4];

/// The instruction takes the result column of a truth table over `b`, `c` and `d`. These are the columns of the three
/// inputs themselves.
const B: i32 = 0b1111_0000;
const C: i32 = 0b1100_1100;
const D: i32 = 0b1010_1010;
const FIRST_ROUND: i32 = (B & C) | (!B & D);
const LAST_ROUND: i32 = C ^ (B | (0xff ^ D));

#[target_feature(enable = "avx512f,avx512vl")]
#[inline]
pub(in crate::together) fn load(state: State) -> Words {
    state.map(|word| everywhere(word))
}

#[target_feature(enable = "avx512f,avx512vl")]
#[inline]
pub(in crate::together) fn store(words: Words) -> State {
    words.map(|word| _mm_cvtsi128_si32(word).cast_unsigned())
}

#[target_feature(enable = "avx512f,avx512vl")]
#[inline]
pub(in crate::together) fn add([a, b, c, d]: Words, others: Words) -> Words {
    let sum = |word: __m128i, index: usize| _mm_add_epi32(word, others[index]);
    [sum(a, 0), sum(b, 1), sum(c, 2), sum(d, 3)]
}

/// Step number `I` of 64, which must be one of the first or last sixteen.
#[target_feature(enable = "avx512f,avx512vl")]
#[inline]
pub(in crate::together) fn step<const I: usize>(words: &mut Words, block: &Block, sines: &Sines) {
    const { assert!(I < 16 || I >= 48, "the rounds in between use other functions") };
    let [a, b, c, d] = *words;
    let (round, word) = const { round_and_word(I) };
    let with_word = vector_before(_mm_add_epi32(a, everywhere(word_at(block, word))));
    let early = vector_before(_mm_add_epi32(with_word, everywhere(sines[I])));
    let mixed = match round {
        0 => _mm_ternarylogic_epi32::<FIRST_ROUND>(b, c, d),
        _ => _mm_ternarylogic_epi32::<LAST_ROUND>(b, c, d),
    };
    let turned = _mm_rolv_epi32(_mm_add_epi32(early, mixed), everywhere(const { shift(I) }));
    *words = [d, _mm_add_epi32(b, turned), b, c];
}

#[target_feature(enable = "avx512f,avx512vl")]
#[inline]
fn everywhere(word: u32) -> __m128i {
    _mm_set1_epi32(word.cast_signed())
}
