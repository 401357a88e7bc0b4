//! The branding that a customer chose for pages, made safe to show.

use domain::readable_colours::{Colour, ReadableColours};
use url::Url;
use web::{Brand, Colours};
use wire::links::Branding;

pub(super) fn brand(branding: &Branding) -> Brand {
    Brand {
        logo: picture(&branding.logo_url),
        background: picture(&branding.background_url),
        colours: Colour::parse(&branding.primary_color).map(colours),
    }
}

/// A page loads pictures only over HTTP(S).
fn picture(address: &str) -> Option<Url> {
    Url::parse(address).ok().filter(|url| matches!(url.scheme(), "http" | "https"))
}

fn colours(chosen: Colour) -> Colours {
    let ReadableColours { light, dark } = ReadableColours::of(chosen);
    Colours {
        fill: light.background.to_string(),
        on_fill: light.text.to_string(),
        hover: light.hover.to_string(),
        ring_light: light.ring.to_string(),
        ring_dark: dark.ring.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::brand;
    use wire::links::Branding;

    #[test]
    fn what_is_no_picture_or_colour_is_left_out() {
        let branding = Branding {
            logo_url: "javascript:alert(1)".to_owned(),
            background_url: "https://cdn.example/a.jpg".to_owned(),
            primary_color: "red;}body{display:none".to_owned(),
        };
        let brand = brand(&branding);
        assert!(brand.logo.is_none() && brand.colours.is_none());
        assert_eq!(brand.background.unwrap().as_str(), "https://cdn.example/a.jpg");
    }
}
