//! Parses rates as people write them.

/// Decimal and binary multiples of a byte.
const UNITS: &[(&str, u64)] = &[
    ("", 1),
    ("b", 1),
    ("k", 1_000),
    ("kb", 1_000),
    ("kib", 1 << 10),
    ("m", 1_000_000),
    ("mb", 1_000_000),
    ("mib", 1 << 20),
    ("g", 1_000_000_000),
    ("gb", 1_000_000_000),
    ("gib", 1 << 30),
];

/// `10MiB`, `1.5 GB` or `4096`, in bytes per second; must be above zero.
pub fn bytes_per_second(text: &str) -> Option<u64> {
    let text = text.trim();
    let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let unit = unit.trim().to_ascii_lowercase();
    let (_, factor) = UNITS.iter().find(|(name, _)| *name == unit)?;
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let thousandths = format!("{fraction:0<3}").get(..3)?.parse::<u64>().ok()?;
    let whole = whole.parse::<u64>().ok()?.checked_mul(*factor)?;
    whole.checked_add(factor.checked_mul(thousandths)? / 1_000).filter(|rate| *rate > 0)
}

#[cfg(test)]
mod tests {
    use super::bytes_per_second;

    #[test]
    fn rates_have_units_and_fractions() {
        let cases = [
            ("4096", Some(4_096)),
            ("10MiB", Some(10 << 20)),
            (" 1.5 GB ", Some(1_500_000_000)),
            ("0.5kib", Some(512)),
            ("1m", Some(1_000_000)),
            ("0", None),
            ("-1", None),
            ("", None),
            ("10 parsecs", None),
            ("1.2.3", None),
            ("99999999999999999999", None),
            ("18446744073709551615GiB", None),
        ];
        for (text, expected) in cases {
            assert_eq!(bytes_per_second(text), expected, "{text:?}");
        }
    }
}
