//! The readable colours. The console previews a brand while somebody drags a slider, which is too often to ask the
//! server, so the page calculates the colours itself. It takes the numbers from here, and its test compares its results
//! with the examples.

use domain::readable_colours::{Colour, HOVER_STEP, ReadableColours, SEEN_CONTRAST, TEXT_CONTRAST};

use super::typescript::{Module, literal};

/// Steps of 51 cover black, white, all pure colours and their mixtures.
const STEP: usize = 51;

pub(super) fn module() -> String {
    Module::of("`crates/domain/src/readable_colours.rs`")
        .line("")
        .number("TEXT_CONTRAST", TEXT_CONTRAST)
        .number("SEEN_CONTRAST", SEEN_CONTRAST)
        .number("HOVER_STEP", HOVER_STEP)
        .line("\n/** Brands with the background, the text and the hover colour of their buttons. For tests only. */")
        .block("EXAMPLES = [", brands().map(example), "] as const")
        .text()
}

fn example(brand: Colour) -> String {
    let button = ReadableColours::of(brand).light;
    literal([brand, button.background, button.text, button.hover].map(|colour| colour.to_string()))
}

fn brands() -> impl Iterator<Item = Colour> {
    let parts = || (0..=u8::MAX).step_by(STEP);
    let mixed = parts()
        .flat_map(move |red| parts().flat_map(move |green| parts().map(move |blue| Colour { red, green, blue })));
    // Around these greys, text changes from white to black.
    mixed.chain((0x70..=0x80).map(|part| Colour { red: part, green: part, blue: part }))
}
