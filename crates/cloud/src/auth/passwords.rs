//! Hashing passwords with argon2id.
//!
//! A hash takes 19 MiB and tens of milliseconds by design. It runs off the
//! async threads, and only so many at once: a flood of sign-ins waits its turn
//! and cannot exhaust memory or starve other requests.

use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use tokio::sync::Semaphore;

use crate::secret::Secret;

#[derive(Clone)]
pub struct Passwords {
    turns: Arc<Semaphore>,
    /// Verified in place of the hash of an account that does not exist, so that both take as long.
    nobody: Arc<str>,
}

impl Passwords {
    pub fn new(at_once: usize) -> anyhow::Result<Self> {
        let nobody = hash_now(&rand::random::<[u8; 16]>())?;
        Ok(Self { turns: Arc::new(Semaphore::new(at_once)), nobody: nobody.into() })
    }

    pub async fn hash(&self, password: &Secret) -> anyhow::Result<String> {
        let password = password.clone();
        self.in_turn(move || hash_now(password.expose().as_bytes())).await?
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

fn hash_now(password: &[u8]) -> anyhow::Result<String> {
    let hash = Argon2::default().hash_password(password).map_err(|error| anyhow!("cannot hash a password: {error}"))?;
    Ok(hash.to_string())
}

fn verify_now(password: &[u8], hash: &str) -> anyhow::Result<bool> {
    let hash = PasswordHash::new(hash).map_err(|error| anyhow!("a stored password hash is broken: {error}"))?;
    Ok(Argon2::default().verify_password(password, &hash).is_ok())
}

#[cfg(test)]
mod tests {
    use super::Passwords;
    use crate::secret::Secret;

    #[tokio::test]
    async fn only_the_right_password_verifies() {
        let passwords = Passwords::new(1).unwrap();
        let hash = passwords.hash(&Secret::new("correct horse")).await.unwrap();
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        assert!(passwords.verify(&Secret::new("correct horse"), Some(&hash)).await.unwrap());
        assert!(!passwords.verify(&Secret::new("Correct horse"), Some(&hash)).await.unwrap());
        assert!(!passwords.verify(&Secret::new("correct horse"), None).await.unwrap());
        assert!(passwords.verify(&Secret::new("x"), Some("not a hash")).await.is_err());
    }
}
