//! Hashing passwords with argon2id.
//!
//! A hash takes 19 MiB and tens of milliseconds by design. It runs off the
//! async threads, and only so many at once: a flood of sign-ins waits its turn
//! and cannot exhaust memory or starve other requests.

use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::secret::Secret;

/// What a new hash costs, and so each attempt at guessing it. A hash says itself how it is verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    Strong,
    /// For passwords that protect nothing, in the tests.
    Least,
}

#[derive(Clone)]
pub struct Passwords {
    cost: Cost,
    turns: Arc<Semaphore>,
    /// Verified in place of the hash of an account that does not exist, so that both take as long.
    nobody: Arc<str>,
}

impl Passwords {
    pub fn new(at_once: usize, cost: Cost) -> anyhow::Result<Self> {
        let nobody = hash_now(&rand::random::<[u8; 16]>(), cost)?;
        Ok(Self { cost, turns: Arc::new(Semaphore::new(at_once)), nobody: nobody.into() })
    }

    pub async fn hash(&self, password: &Secret) -> anyhow::Result<String> {
        let (password, cost) = (password.clone(), self.cost);
        self.in_turn(move || hash_now(password.expose().as_bytes(), cost)).await?
    }

    /// Whether the password is the one of the hash. Without a hash the answer is no, after the same time.
    pub async fn verify(&self, password: &Secret, hash: Option<&str>) -> anyhow::Result<bool> {
        let exists = hash.is_some();
        let hash = hash.unwrap_or(&self.nobody).to_owned();
        let password = password.clone();
        let matches = self.in_turn(move || verify_now(password.expose().as_bytes(), &hash)).await??;
        Ok(exists && matches)
    }

    async fn in_turn<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> anyhow::Result<T> {
        let turn = Arc::clone(&self.turns).acquire_owned().await.context("the server is stopping")?;
        // The turn ends with the work, not with the caller, who may have hung up.
        let in_turn = move || {
            let result = work();
            drop(turn);
            result
        };
        tokio::task::spawn_blocking(in_turn).await.context("hashing a password was interrupted")
    }
}

fn hash_now(password: &[u8], cost: Cost) -> anyhow::Result<String> {
    let params = match cost {
        Cost::Strong => Params::DEFAULT,
        Cost::Least => Params::new(Params::MIN_M_COST, Params::MIN_T_COST, Params::MIN_P_COST, None)
            .map_err(|error| anyhow!("cannot hash a password so cheaply: {error}"))?,
    };
    let hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let hash = hasher.hash_password(password).map_err(|error| anyhow!("cannot hash a password: {error}"))?;
    Ok(hash.to_string())
}

fn verify_now(password: &[u8], hash: &str) -> anyhow::Result<bool> {
    let hash = PasswordHash::new(hash).map_err(|error| anyhow!("a stored password hash is broken: {error}"))?;
    Ok(Argon2::default().verify_password(password, &hash).is_ok())
}

#[cfg(test)]
mod tests {
    use super::{Cost, Passwords};
    use crate::secret::Secret;

    #[tokio::test]
    async fn only_the_right_password_verifies() {
        for (cost, beginning) in
            [(Cost::Strong, "$argon2id$v=19$m=19456,t=2,p=1$"), (Cost::Least, "$argon2id$v=19$m=8,")]
        {
            let hash = Passwords::new(1, cost).unwrap().hash(&Secret::new("correct horse")).await.unwrap();
            assert!(hash.starts_with(beginning), "{hash}");
            check(&hash).await;
        }
    }

    /// Whoever verifies need not know what the hash cost.
    async fn check(hash: &str) {
        let passwords = Passwords::new(1, Cost::Least).unwrap();
        assert!(passwords.verify(&Secret::new("correct horse"), Some(hash)).await.unwrap());
        assert!(!passwords.verify(&Secret::new("Correct horse"), Some(hash)).await.unwrap());
        assert!(!passwords.verify(&Secret::new("correct horse"), None).await.unwrap());
        assert!(passwords.verify(&Secret::new("x"), Some("not a hash")).await.is_err());
    }
}
