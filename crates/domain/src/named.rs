//! Enums whose values have a name: the text in the API, in the database and in the facts for the pages.

/// Declares such an enum. A value cannot be missing from its list, since both come from the same line.
macro_rules! named {
    ($(#[$meta:meta])* $type:ident { $($(#[$doc:meta])* $value:ident = $name:literal,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $type {
            $($(#[$doc])* $value,)*
        }

        impl $type {
            pub const ALL: &[Self] = &[$(Self::$value,)*];

            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)*
                }
            }

            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == text)
            }
        }
    };
}

pub(crate) use named;
