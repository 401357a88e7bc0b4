//! Documents of stores that we do not trust. The corpus is in `crates/protocols/fuzz/`.

mod fuzz {
    mod xml;
}
