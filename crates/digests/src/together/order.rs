//! Sums in the order in which they are written.
//!
//! To the compiler one order of additions is as good as another. In a chain it is not: what is there early has to be added
//! early, or the chain waits for one addition more. A value that passes here is settled before anything is done with it.

use std::arch::asm;

#[inline(always)]
#[expect(clippy::inline_always, reason = "it is no instruction at all")]
#[expect(unsafe_code, reason = "the compiler leaves nothing else as it is, but what goes through memory")]
pub(super) fn word_before(mut word: u32) -> u32 {
    // SAFETY: a comment for an assembler, which changes nothing.
    unsafe { asm!("/* {0:e} */", inout(reg) word, options(pure, nomem, nostack, preserves_flags)) };
    word
}
