//! What the bodies of packages and Portals have in common.

/// What stands for a password that is set.
const MASK: &str = "****";

pub(super) fn mask(is_set: bool) -> String {
    if is_set { MASK.to_owned() } else { String::new() }
}

/// Whether a client sent back the mask instead of a secret.
pub(super) fn is_mask(text: &str) -> bool {
    text == MASK
}

pub(super) fn distinct<T: Ord>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.collect();
    values.sort();
    values.dedup();
    values
}
