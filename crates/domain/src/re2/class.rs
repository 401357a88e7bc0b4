//! Character classes: in brackets, by letter, by name.

use std::fmt::Write as _;

use super::cursor::Cursor;
use super::{BadPattern, Parsed, escape};

const SURROGATES: std::ops::RangeInclusive<u32> = 0xD800..=0xDFFF;
const EVERYTHING: &str = r"\x{0}-\x{10FFFF}";
const NOTHING: &str = r"[^\x{0}-\x{10FFFF}]";

/// A bracketed class, after its bracket. Negation comes after case folding, as everywhere in RE2.
pub(super) fn bracketed(cursor: &mut Cursor<'_>) -> Parsed<String> {
    let mut written = String::from(if cursor.eat("^") { "[^" } else { "[" });
    let mut is_first = true;
    while is_first || cursor.peek() != Some(']') {
        is_first = false;
        let element = element(cursor)?;
        written.push_str(&element);
    }
    cursor.next();
    written.push(']');
    Ok(written)
}

fn element(cursor: &mut Cursor<'_>) -> Parsed<String> {
    let mut ahead = *cursor;
    if ahead.eat("[")
        && let Some(name) = ahead.posix_name()
    {
        *cursor = ahead;
        return posix(name);
    }
    let mut ahead = *cursor;
    if ahead.eat("\\")
        && let Some(class) = named(&mut ahead)?
    {
        *cursor = ahead;
        return Ok(class);
    }
    let low = character(cursor)?;
    let high = if cursor.eat_dash_of_range() { character(cursor)? } else { low };
    if high < low {
        return Err(BadPattern::syntax("invalid character class range: its end is before its beginning"));
    }
    Ok(range(low, high))
}

fn character(cursor: &mut Cursor<'_>) -> Parsed<u32> {
    match cursor.next() {
        None => Err(BadPattern::syntax("missing ]")),
        Some('\\') => escape::character(cursor),
        Some(other) => Ok(other.into()),
    }
}

/// A range as its own class. Surrogates never occur in text, and the crate does not accept them.
pub(super) fn range(low: u32, high: u32) -> String {
    let low = if SURROGATES.contains(&low) { SURROGATES.end() + 1 } else { low };
    let high = if SURROGATES.contains(&high) { SURROGATES.start() - 1 } else { high };
    if low > high {
        return NOTHING.to_owned();
    }
    format!(r"[\x{{{low:X}}}-\x{{{high:X}}}]")
}

fn posix(name: &str) -> Parsed<String> {
    const NAMES: &[&str] = &[
        "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper",
        "word", "xdigit",
    ];
    if !NAMES.contains(&name.trim_start_matches('^')) || name.starts_with("^^") {
        return Err(BadPattern::syntax(format!("invalid character class range: [:{name}:]")));
    }
    Ok(format!("[[:{name}:]]"))
}

/// A class by letter or by Unicode property, after its backslash. `None` if the backslash begins something else.
pub(super) fn named(cursor: &mut Cursor<'_>) -> Parsed<Option<String>> {
    const BY_LETTER: &[(&str, &str)] = &[
        ("d", "[0-9]"),
        ("D", "[^0-9]"),
        ("s", r"[\t\n\f\r ]"),
        ("S", r"[^\t\n\f\r ]"),
        ("w", "[0-9A-Za-z_]"),
        ("W", "[^0-9A-Za-z_]"),
    ];
    for (letter, written) in BY_LETTER {
        if cursor.eat(letter) {
            return Ok(Some((*written).to_owned()));
        }
    }
    if cursor.eat("p") {
        return property(cursor, false).map(Some);
    }
    if cursor.eat("P") {
        return property(cursor, true).map(Some);
    }
    Ok(None)
}

fn property(cursor: &mut Cursor<'_>, is_negated: bool) -> Parsed<String> {
    let bad = |name: &str| BadPattern::syntax(format!("invalid character class range: \\p{{{name}}}"));
    let mut letter = [0; 4];
    let name = match cursor.next().ok_or_else(|| bad(""))? {
        '{' => cursor.until('}').ok_or_else(|| bad(""))?,
        other => &*other.encode_utf8(&mut letter),
    };
    let (is_negated, name) = name.strip_prefix('^').map_or((is_negated, name), |name| (!is_negated, name));
    let mut written = String::from(if is_negated { "[^" } else { "[" });
    match name {
        "Any" => written.push_str(EVERYTHING),
        "Cs" => written.push_str(NOTHING),
        // RE2's class does not contain unassigned characters.
        "C" => written.push_str(r"\p{Cc}\p{Cf}\p{Co}"),
        _ if is_word_of(CATEGORIES, name) => write_property(&mut written, "gc", name),
        _ if is_word_of(SCRIPTS, name) => write_property(&mut written, "sc", name),
        _ => return Err(bad(name)),
    }
    written.push(']');
    Ok(written)
}

fn write_property(written: &mut String, kind: &str, name: &str) {
    // Writing to a string cannot fail.
    let _ = write!(written, r"\p{{{kind}={name}}}");
}

fn is_word_of(list: &str, name: &str) -> bool {
    list.split_ascii_whitespace().any(|word| word == name)
}

const CATEGORIES: &str = "Cc Cf Co L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl \
    Zp Zs";

/// The scripts that RE2 knows, as it spells them.
const SCRIPTS: &str = "Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bhaiksuki \
    Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee \
    Chorasmian Common Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan \
    Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi \
    Gurmukhi Han Hangul Hanifi_Rohingya Hanunoo Hatran Hebrew Hiragana Imperial_Aramaic Inherited \
    Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada Katakana Kawi Kayah_Li Kharoshthi \
    Khitan_Small_Script Khmer Khojki Khudawadi Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani \
    Makasar Malayalam Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui \
    Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari \
    New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Old_Hungarian Old_Italic Old_North_Arabian \
    Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage Osmanya Pahawh_Hmong \
    Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada Shavian \
    Siddham SignWriting Sinhala Sogdian Sora_Sompeng Soyombo Sundanese Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le \
    Tai_Tham Tai_Viet Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai \
    Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square";
