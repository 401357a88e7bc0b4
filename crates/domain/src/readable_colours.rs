//! Makes buttons readable in any brand colour.
//!
//! Contrast is defined as in WCAG 2.2. A button's text is black or white and has a contrast of 4.5:1 with the button,
//! even while the pointer is on it. The focus ring has a contrast of 3:1 with every surface that a page may have, light
//! or dark; as a button's edge it keeps a white button visible on a white page.

use std::fmt;

/// The contrast that text needs with its background.
pub const TEXT_CONTRAST: f64 = 4.5;
/// The contrast that a ring or an edge needs.
pub const SHAPE_CONTRAST: f64 = 3.0;

/// Surfaces of light pages are at least this light, those of dark pages at least this dark.
pub const DARKEST_LIGHT_SURFACE: Colour = Colour { red: 0xe8, green: 0xe8, blue: 0xe8 };
pub const LIGHTEST_DARK_SURFACE: Colour = Colour { red: 0x30, green: 0x30, blue: 0x30 };

const BLACK: Colour = Colour { red: 0, green: 0, blue: 0 };
const WHITE: Colour = Colour { red: 255, green: 255, blue: 255 };

/// The minimum change of a button's colour on hover, in percent.
pub const HOVER_STEP: u16 = 15;
/// A change with less contrast than this is not visible.
pub const SEEN_CONTRAST: f64 = 1.1;

/// An sRGB colour, as in `#rrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
}

/// The colours of a button and its ring, on light or on dark pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ButtonColours {
    pub background: Colour,
    /// Black or white, on `background` and on `hover`.
    pub text: Colour,
    /// The background while the pointer is on it.
    pub hover: Colour,
    /// The focus ring, and the edge of the button.
    pub ring: Colour,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadableColours {
    pub light: ButtonColours,
    pub dark: ButtonColours,
}

impl ReadableColours {
    pub fn of(brand: Colour) -> Self {
        let (background, text) = readable_button(brand, TEXT_CONTRAST);
        let hover = hover_of(background, text);
        let button = |ring| ButtonColours { background, text, hover, ring };
        Self {
            light: button(moved_until(background, BLACK, DARKEST_LIGHT_SURFACE, SHAPE_CONTRAST)),
            dark: button(moved_until(background, WHITE, LIGHTEST_DARK_SURFACE, SHAPE_CONTRAST)),
        }
    }
}

impl Colour {
    /// Parses `#rrggbb` or `#rgb`, in upper or lower case.
    pub fn parse(text: &str) -> Option<Self> {
        let digits: Vec<u8> =
            text.strip_prefix('#')?.chars().map(|digit| digit.to_digit(16)?.try_into().ok()).collect::<Option<_>>()?;
        let (times, width) = match digits.len() {
            3 => (17, 1),
            6 => (1, 2),
            _ => return None,
        };
        let part = |from: usize| {
            let digits = &digits[from * width..(from + 1) * width];
            digits.iter().fold(0, |sum, digit| sum * 16 + digit) * times
        };
        Some(Self { red: part(0), green: part(1), blue: part(2) })
    }

    /// From 1 (equal) to 21 (black and white).
    pub fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let share = f64::from(part) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// This colour mixed with another, by `hundredths`.
    fn towards(self, other: Self, hundredths: u16) -> Self {
        let mixed = |from: u8, to: u8| {
            let sum = u16::from(from) * (100 - hundredths) + u16::from(to) * hundredths;
            u8::try_from(sum / 100).unwrap_or(to)
        };
        Self {
            red: mixed(self.red, other.red),
            green: mixed(self.green, other.green),
            blue: mixed(self.blue, other.blue),
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

/// White text if it is readable, since that is what brands expect; else black; else the colour is darkened.
///
/// The contrasts with black and with white multiply to 21, so up to its square root, 4.58, one of them is always
/// enough.
fn readable_button(brand: Colour, contrast: f64) -> (Colour, Colour) {
    if let Some(text) = [WHITE, BLACK].into_iter().find(|text| text.contrast(brand) >= contrast) {
        return (brand, text);
    }
    (moved_until(brand, BLACK, WHITE, contrast), WHITE)
}

/// Away from the text's colour, which increases the contrast; at the end of the scale, the other way.
fn hover_of(background: Colour, text: Colour) -> Colour {
    let (away, nearer) = if text == WHITE { (BLACK, WHITE) } else { (WHITE, BLACK) };
    let mut steps = [away, nearer].into_iter().flat_map(|end| (HOVER_STEP..=100).map(move |step| (end, step)));
    let moved = steps.find_map(|(end, step)| {
        let moved = background.towards(end, step);
        (moved.contrast(background) >= SEEN_CONTRAST).then_some(moved)
    });
    moved.unwrap_or(nearer)
}

/// The smallest change that reaches the contrast with the background.
fn moved_until(colour: Colour, towards: Colour, against: Colour, contrast: f64) -> Colour {
    let mut steps = (0..100).map(|hundredths| colour.towards(towards, hundredths));
    steps.find(|moved| moved.contrast(against) >= contrast).unwrap_or(towards)
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::{
        BLACK, Colour, DARKEST_LIGHT_SURFACE, LIGHTEST_DARK_SURFACE, ReadableColours, SEEN_CONTRAST, SHAPE_CONTRAST,
        TEXT_CONTRAST, WHITE, readable_button,
    };

    fn colour(text: &str) -> Colour {
        Colour::parse(text).unwrap()
    }

    fn check(brand: Colour, hint: &str) {
        let colours = ReadableColours::of(brand);
        let pages = [(colours.light, [WHITE, DARKEST_LIGHT_SURFACE]), (colours.dark, [BLACK, LIGHTEST_DARK_SURFACE])];
        for (button, surfaces) in pages {
            assert!([BLACK, WHITE].contains(&button.text), "{brand} {hint}");
            for behind in [button.background, button.hover] {
                let contrast = button.text.contrast(behind);
                assert!(contrast >= TEXT_CONTRAST, "{brand} {hint}: {} on {behind} has {contrast}", button.text);
            }
            for surface in surfaces {
                let contrast = button.ring.contrast(surface);
                assert!(contrast >= SHAPE_CONTRAST, "{brand} {hint}: {} on {surface} has {contrast}", button.ring);
            }
            assert!(button.hover.contrast(button.background) >= SEEN_CONTRAST, "{brand} {hint}: {button:?}");
        }
    }

    #[test]
    fn two_hundred_random_brands_can_be_read() {
        let seed: u64 = rand::random();
        println!("seed {seed}");
        let mut random = StdRng::seed_from_u64(seed);
        for _ in 0..200 {
            let brand = Colour { red: random.random(), green: random.random(), blue: random.random() };
            check(brand, &format!("seed {seed}"));
        }
    }

    #[test]
    fn every_grey_and_every_pure_colour_can_be_read() {
        for part in 0..=255 {
            let of = |red: u8, green: u8, blue: u8| Colour { red: part * red, green: part * green, blue: part * blue };
            let brands = [(1, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1)];
            for (red, green, blue) in brands {
                check(of(red, green, blue), "pure");
            }
        }
    }

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        let cases = [("#ffffff", "#000000", 21.0), ("#777777", "#ffffff", 4.48), ("#0000ff", "#ffffff", 8.59)];
        for (one, other, expected) in cases {
            let contrast = colour(one).contrast(colour(other));
            assert!((contrast - expected).abs() < 0.005, "{one} on {other} has {contrast}");
            assert!((contrast - colour(other).contrast(colour(one))).abs() < f64::EPSILON);
        }
    }

    #[test]
    fn a_readable_brand_stays_as_it_is() {
        for (brand, text) in [("#1f4fd8", "#ffffff"), ("#ffd400", "#000000"), ("#000000", "#ffffff")] {
            let button = ReadableColours::of(colour(brand)).light;
            assert_eq!((button.background.to_string().as_str(), button.text.to_string().as_str()), (brand, text));
        }
        let dark_blue = ReadableColours::of(colour("#000080"));
        assert_eq!(dark_blue.light.ring, colour("#000080"), "it stands out on light pages");
        assert_ne!(dark_blue.dark.ring, colour("#000080"), "and would not on dark ones");
    }

    #[test]
    fn a_brand_that_neither_text_can_be_read_on_is_darkened() {
        let (background, text) = readable_button(colour("#777777"), 7.0);
        assert_eq!(text, WHITE);
        assert!(text.contrast(background) >= 7.0 && background.contrast(colour("#777777")) < 2.0, "{background}");
    }

    #[test]
    fn three_or_six_digits_are_a_colour() {
        assert_eq!(colour("#12aBcd").to_string(), "#12abcd");
        assert_eq!(colour("#1aF").to_string(), "#11aaff");
        for text in ["", "#", "12abcd", "#12", "#12ab", "#12abc", "#12abcde", "#12abcg", "#+1+2+3", "red", "#äöü"] {
            assert_eq!(Colour::parse(text), None, "{text:?}");
        }
    }
}
