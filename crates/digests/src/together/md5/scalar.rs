//! Steps with instructions that every processor has.

use super::{Sines, State, round_and_word, shift, word_at};
use crate::together::Block;
use crate::together::order::word_before;

pub(in crate::together) type Words = State;

pub(in crate::together) fn load(state: State) -> Words {
    state
}

pub(in crate::together) fn store(words: Words) -> State {
    words
}

/// Word by word: the compiler would move all four into a vector and back, and the next block would have to wait for
/// that.
pub(in crate::together) fn add([a, b, c, d]: Words, others: Words) -> Words {
    let sum = |word: u32, index: usize| word_before(word.wrapping_add(others[index]));
    [sum(a, 0), sum(b, 1), sum(c, 2), sum(d, 3)]
}

/// Step number `I` of 64. In the second round, the two halves of the choice have no bit in common, so they can be added
/// separately, and only one has to wait.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a call in each of 64 steps would cost more than the step")]
pub(in crate::together) fn step<const I: usize>(words: &mut Words, block: &Block, sines: &Sines) {
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
