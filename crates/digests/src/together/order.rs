//! Forces sums to be computed in the order in which they are written.
//!
//! To the compiler, all orders of additions are equal. In a dependency chain they are not: values that are available
//! early must be added early, or the chain gets one addition longer. A value that passes through here is computed
//! before it is used.

use std::arch::asm;

#[inline(always)]
#[expect(clippy::inline_always, reason = "it does not compile to any instruction")]
#[expect(unsafe_code, reason = "nothing else stops the compiler from reordering without going through memory")]
pub(super) fn word_before(mut word: u32) -> u32 {
    // SAFETY: an assembler comment, which changes nothing.
    unsafe { asm!("/* {0:e} */", inout(reg) word, options(pure, nomem, nostack, preserves_flags)) };
    word
}
