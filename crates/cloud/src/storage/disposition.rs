//! `Content-Disposition` for a name that anyone may have chosen (RFC 6266).
//!
//! Always `attachment`, so that a browser never displays uploaded content. Nothing in a name can end the parameter or
//! the header, name a folder, or change the direction of the text to hide an extension.

use std::fmt::Write as _;

const LONGEST_BYTES: usize = 240;
const NAMELESS: &str = "download";

/// The value of the header for a file with this name.
pub fn attachment(file_name: &str) -> String {
    let name = safe(file_name);
    let plain: String = name.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect();
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{}", encoded(&name))
}

/// The last part of the path, without misleading characters, short enough for a file system.
fn safe(file_name: &str) -> String {
    let last = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    let letters = last.chars().map(|letter| if misleads(letter) { '_' } else { letter });
    let mut name = String::new();
    for letter in letters {
        if name.len() + letter.len_utf8() > LONGEST_BYTES {
            break;
        }
        name.push(letter);
    }
    let name = name.trim();
    if name.is_empty() || name.bytes().all(|byte| byte == b'.') { NAMELESS.to_owned() } else { name.to_owned() }
}

/// Control characters, line separators, and invisible characters that change the order of visible ones.
fn misleads(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Characters that every browser reads the same way inside the quotes. Some decode `%41` there, so no `%`.
fn is_plain(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || " !#$&'()+,-.@[]^_`{}~=".contains(letter)
}

/// `attr-char` of RFC 5987 unchanged, all other bytes in hexadecimal.
fn encoded(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"!#$&+-.^_`|~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::attachment;

    #[test]
    fn hostile_names_stay_names() {
        let cases = [
            ("report.pdf", "report.pdf", "report.pdf"),
            ("my film (1).mov", "my film (1).mov", "my%20film%20%281%29.mov"),
            ("Grüße €.txt", "Gr__e _.txt", "Gr%C3%BC%C3%9Fe%20%E2%82%AC.txt"),
            ("映画.mp4", "__.mp4", "%E6%98%A0%E7%94%BB.mp4"),
            ("a\"; filename=\"b.exe", "a__ filename=_b.exe", "a%22%3B%20filename%3D%22b.exe"),
            ("a\r\nSet-Cookie: x=y", "a__Set-Cookie_ x=y", "a__Set-Cookie%3A%20x%3Dy"),
            ("a\\\"b", "_b", "%22b"),
            ("../../etc/passwd", "passwd", "passwd"),
            ("..\\..\\boot.ini", "boot.ini", "boot.ini"),
            ("a%41%00.txt", "a_41_00.txt", "a%2541%2500.txt"),
            ("invoice\u{202e}fdp.exe", "invoice_fdp.exe", "invoice_fdp.exe"),
            ("nul\0.txt", "nul_.txt", "nul_.txt"),
            ("", "download", "download"),
            ("   ", "download", "download"),
            ("..", "download", "download"),
            ("folder/", "download", "download"),
            ("it's 100%*.txt", "it's 100__.txt", "it%27s%20100%25%2A.txt"),
        ];
        for (name, plain, extended) in cases {
            let expected = format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{extended}");
            assert_eq!(attachment(name), expected, "{name:?}");
        }
    }

    #[test]
    fn a_header_it_always_is() {
        let long = "é".repeat(10_000);
        let every: String = (0..=0x2_ffff_u32).filter_map(char::from_u32).collect();
        for name in every.split('a').map(str::to_owned).chain([long]) {
            let text = attachment(&name);
            assert!(text.len() < 1_100, "{}", text.len());
            assert!(text.bytes().all(|byte| (b' '..0x7f).contains(&byte)), "{text}");
            assert_eq!(text.matches('"').count(), 2, "{text}");
        }
    }
}
