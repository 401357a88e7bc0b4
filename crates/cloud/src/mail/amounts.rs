//! Formats sizes, times and numbers of files for each language.

use texts::Texts;
use wire::time::Time;

/// `1.5 GB`: powers of a thousand.
pub(super) fn size(texts: &Texts, bytes: i64) -> String {
    const UNITS: [&str; 6] = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte", "petabyte"];
    let (mut tenths, mut unit) = (i128::from(bytes.max(0)) * 10, 0);
    while tenths >= 10_000 && unit + 1 < UNITS.len() {
        tenths = (tenths + 500) / 1_000;
        unit += 1;
    }
    let mark = texts.say("mail-decimal-mark", &[]);
    let (unit, number) = match unit {
        0 if tenths == 10 => ("one-byte", "1".to_owned()),
        0 => (UNITS[0], (tenths / 10).to_string()),
        _ => (UNITS[unit], format!("{}{mark}{}", tenths / 10, tenths % 10)),
    };
    texts.say("mail-size", &[("unit", unit.into()), ("number", number.into())])
}

/// The day and the minute, with the zone, since readers can be anywhere.
pub(super) fn time(texts: &Texts, time: Time) -> String {
    let written = time.to_string();
    let part = |from: usize, to: usize| written.get(from..to).unwrap_or_default().to_owned();
    let number = |from: usize, to: usize| part(from, to).parse::<i64>().unwrap_or_default();
    texts.say(
        "mail-time",
        &[
            ("year", part(0, 4).into()),
            ("month", number(5, 7).into()),
            ("day", number(8, 10).into()),
            ("clock", part(11, 16).into()),
        ],
    )
}

pub(super) fn files(texts: &Texts, count: i64) -> String {
    texts.say("mail-files", &[("count", count.into())])
}

#[cfg(test)]
mod tests {
    use texts::{Language, Texts};
    use wire::time::Time;

    use super::{files, size, time};

    #[test]
    fn sizes_read_as_people_count() {
        let cases = [
            (0, "0 bytes"),
            (1, "1 byte"),
            (999, "999 bytes"),
            (1_000, "1.0 kB"),
            (1_500_000_000, "1.5 GB"),
            (999_960, "1.0 MB"),
            (15_000_000_000_000, "15.0 TB"),
            (i64::MAX, "9223.4 PB"),
        ];
        for (bytes, text) in cases {
            assert_eq!(size(Texts::of(Language::English), bytes), text);
        }
    }

    #[test]
    fn every_language_has_its_own_way() {
        let cases = [
            (Language::English, "1.5 GB", "5 March 2026, 23:59 UTC", "2 files"),
            (Language::French, "1,5 Go", "5 mars 2026 à 23:59 UTC", "2 fichiers"),
            (Language::German, "1,5 GB", "5. März 2026, 23:59 UTC", "2 Dateien"),
            (Language::Spanish, "1,5 GB", "5 de marzo de 2026, 23:59 UTC", "2 archivos"),
            (Language::BrazilianPortuguese, "1,5 GB", "5 de março de 2026, 23:59 UTC", "2 arquivos"),
            (Language::Japanese, "1.5 GB", "2026年3月5日 23:59 UTC", "ファイル 2 件"),
        ];
        for (language, expected_size, expected_time, expected_files) in cases {
            let texts = Texts::of(language);
            assert_eq!(size(texts, 1_500_000_000), expected_size);
            assert_eq!(time(texts, Time::from_millis(1_772_755_199_000)), expected_time);
            assert_eq!(files(texts, 2), expected_files);
        }
        assert_eq!(files(Texts::of(Language::French), 0), "0 fichier");
    }
}
