//! Formats sizes for people.

use crate::Language;

const UNITS: [&str; 6] = ["B", "kB", "MB", "GB", "TB", "PB"];

/// `1.5 GB`: powers of a thousand, formatted for the language.
pub fn readable_size(language: Language, bytes: i64) -> String {
    let (mut tenths, mut unit) = (i128::from(bytes.max(0)) * 10, 0);
    while tenths >= 10_000 && unit + 1 < UNITS.len() {
        tenths = (tenths + 500) / 1_000;
        unit += 1;
    }
    let unit_name = match (language, UNITS[unit]) {
        (Language::French, name) => name.replace('B', "o"),
        (_, name) => name.to_owned(),
    };
    let point = match language {
        Language::English | Language::Japanese => '.',
        _ => ',',
    };
    match tenths % 10 {
        0 => format!("{} {unit_name}", tenths / 10),
        tenth => format!("{}{point}{tenth} {unit_name}", tenths / 10),
    }
}

#[cfg(test)]
mod tests {
    use super::readable_size;
    use crate::Language;

    #[test]
    fn sizes_read_as_people_count() {
        for (language, bytes, text) in [
            (Language::English, 0, "0 B"),
            (Language::English, -1, "0 B"),
            (Language::English, 999, "999 B"),
            (Language::English, 1_000, "1 kB"),
            (Language::English, 999_960, "1 MB"),
            (Language::English, 1_500_000_000, "1.5 GB"),
            (Language::German, 1_500_000_000, "1,5 GB"),
            (Language::French, 1_500, "1,5 ko"),
            (Language::Japanese, 15_000_000_000_000, "15 TB"),
            (Language::English, i64::MAX, "9223.4 PB"),
        ] {
            assert_eq!(readable_size(language, bytes), text);
        }
    }
}
