//! A key pair that only opens doubles, in the formats in which such keys are exchanged.

pub const PASSPHRASE: &str = "sesame";
pub const LOCKED_AES: &str = include_str!("../keys/locked_aes.pem");
pub const LOCKED_TRIPLE_DES: &str = include_str!("../keys/locked_triple_des.pem");
pub const PLAIN: &str = include_str!("../keys/plain.pem");
pub const PLAIN_OF_OLD: &str = include_str!("../keys/plain_of_old.pem");
pub const LOCKED_OF_OLD: &str = include_str!("../keys/locked_of_old.pem");
/// Takes more rounds to decrypt than anyone should spend on an untrusted key.
pub const MANY_ROUNDS: &str = include_str!("../keys/many_rounds.pem");
/// A key of another algorithm.
pub const EDWARDS: &str = include_str!("../keys/edwards.pem");
/// The public half of the pair.
pub const PUBLIC: &str = include_str!("../keys/public.pem");
