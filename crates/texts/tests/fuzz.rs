//! Values in texts, of every form that a generator thinks of. The corpus is in `crates/texts/fuzz/`.

mod fuzz {
    mod arguments;
}
