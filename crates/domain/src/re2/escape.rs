//! Escapes with a backslash, other than classes and assertions.

use super::cursor::Cursor;
use super::{BadPattern, Parsed};

const HIGHEST: u32 = 0x10_FFFF;

/// The code of the escaped character, after its backslash. It can be a surrogate, which no text contains.
pub(super) fn character(cursor: &mut Cursor<'_>) -> Parsed<u32> {
    let character = cursor.next().ok_or_else(|| BadPattern::syntax("a backslash at the end"))?;
    let bad = || BadPattern::syntax(format!("invalid escape sequence: \\{character}"));
    match character {
        '0' => Ok(octal(cursor, 0)),
        // A single digit would be a backreference, which RE2 does not have.
        '1'..='7' if cursor.peek().is_some_and(is_octal) => Ok(octal(cursor, character.to_digit(8).unwrap_or(0))),
        'x' => hexadecimal(cursor).ok_or_else(bad),
        'a' => Ok(0x07),
        'f' => Ok(0x0C),
        'n' => Ok(0x0A),
        'r' => Ok(0x0D),
        't' => Ok(0x09),
        'v' => Ok(0x0B),
        other if other.is_ascii() && !other.is_ascii_alphanumeric() => Ok(other.into()),
        _ => Err(bad()),
    }
}

fn is_octal(character: char) -> bool {
    character.is_digit(8)
}

/// Up to two more digits.
fn octal(cursor: &mut Cursor<'_>, first: u32) -> u32 {
    (0..2).fold(first, |code, _| {
        let digit = cursor.next_if(is_octal).and_then(|digit| digit.to_digit(8));
        digit.map_or(code, |digit| code * 8 + digit)
    })
}

fn hexadecimal(cursor: &mut Cursor<'_>) -> Option<u32> {
    if !cursor.eat("{") {
        return Some(cursor.next()?.to_digit(16)? * 16 + cursor.next()?.to_digit(16)?);
    }
    let digits = cursor.until('}').filter(|digits| !digits.is_empty())?;
    digits.chars().try_fold(0_u32, |code, digit| {
        let code = code * 16 + digit.to_digit(16)?;
        (code <= HIGHEST).then_some(code)
    })
}
