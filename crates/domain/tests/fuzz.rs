//! What strangers can send, in every form that a generator thinks of: rules hold for all of it. The corpora are in
//! `crates/domain/fuzz/`.

mod fuzz {
    mod forms;
    mod names;
    mod patterns;
    mod zips;
}
