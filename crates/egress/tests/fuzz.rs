//! Addresses that a Team can set, in every form that a generator thinks of. The corpus is in `crates/egress/fuzz/`.

mod fuzz {
    mod addresses;
}
