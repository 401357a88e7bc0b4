//! Password hashing with argon2id.
//!
//! A hash takes much memory (19 MiB unless set) and tens of milliseconds by design. Hashes run off the async threads, and
//! only a limited number at once: a flood of sign-ins waits its turn and cannot exhaust memory or starve other requests.
//!
//! They have threads of their own, each with its own memory for hashes. The allocator keeps such large pieces for the
//! thread that freed them, often several, so hashes on the shared threads would in time hold hundreds of megabytes.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use anyhow::{Context as _, anyhow};
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use parking_lot::Mutex;
use tokio::sync::{Semaphore, oneshot};

use crate::config::PasswordHashes;
use crate::secret::Secret;

/// What a hash is computed in.
type Memory = Vec<Block>;

type Work = Box<dyn FnOnce(&mut Memory) + Send>;

#[derive(Clone)]
pub struct Passwords {
    /// The cost of new hashes. The parameters for verifying are part of the hash.
    cost: Params,
    turns: Arc<Semaphore>,
    threads: Sender<Work>,
    /// Verified instead of the hash of an account that does not exist, so that both take the same time. After a change
    /// of the cost, this holds for the accounts that have signed in since.
    nobody: Arc<str>,
}

impl Passwords {
    pub fn new(at_once: usize, cost: &PasswordHashes) -> anyhow::Result<Self> {
        let cost = Params::new(cost.memory_kib, cost.iterations, cost.lanes, None)
            .map_err(|error| anyhow!("cannot set the cost of password hashes: {error}"))?;
        let nobody = hash_now(&rand::random::<[u8; 16]>(), &cost, &mut Memory::new())?;
        let (turns, threads) = (Arc::new(Semaphore::new(at_once)), start_threads(at_once)?);
        Ok(Self { cost, turns, threads, nobody: nobody.into() })
    }

    pub async fn hash(&self, password: &Secret) -> anyhow::Result<String> {
        let (password, cost) = (password.clone(), self.cost.clone());
        self.in_turn(move |memory| hash_now(password.expose().as_bytes(), &cost, memory)).await?
    }

    /// Whether a hash was made with another algorithm or another cost than a new one would be.
    pub fn is_outdated(&self, hash: &str) -> bool {
        let is_current = |hash: &PasswordHash| {
            let cost = |params: &Params| (params.m_cost(), params.t_cost(), params.p_cost());
            let params = Params::try_from(hash);
            hash.algorithm == Algorithm::Argon2id.ident()
                && params.is_ok_and(|params| cost(&params) == cost(&self.cost))
        };
        !PasswordHash::new(hash).as_ref().is_ok_and(is_current)
    }

    /// Whether the password matches the hash. Without a hash the answer is no, after the same time.
    pub async fn verify(&self, password: &Secret, hash: Option<&str>) -> anyhow::Result<bool> {
        let exists = hash.is_some();
        let hash = hash.unwrap_or(&self.nobody).to_owned();
        let password = password.clone();
        let matches = self.in_turn(move |memory| verify_now(password.expose().as_bytes(), &hash, memory)).await??;
        Ok(exists && matches)
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Memory) -> T + Send + 'static,
    ) -> anyhow::Result<T> {
        let turn = Arc::clone(&self.turns).acquire_owned().await.context("the server is stopping")?;
        let (done, result) = oneshot::channel();
        // The permit is held until the work ends, even if the caller has hung up.
        let in_turn = move |memory: &mut Memory| {
            let result = work(memory);
            drop(turn);
            let _ = done.send(result);
        };
        self.threads.send(Box::new(in_turn)).map_err(|_| anyhow!("the threads for passwords have ended"))?;
        result.await.context("hashing a password was interrupted")
    }
}

/// They end with the last sender.
fn start_threads(count: usize) -> anyhow::Result<Sender<Work>> {
    let (sender, receiver) = channel::<Work>();
    let receiver = Arc::new(Mutex::new(receiver));
    for _ in 0..count {
        let receiver = Arc::clone(&receiver);
        let work_until_the_end = move || {
            let mut memory = Memory::new();
            loop {
                let next = receiver.lock().recv();
                let Ok(work) = next else { return };
                // A panic fails the caller, who gets no result. The thread continues with the next one.
                let _ = catch_unwind(AssertUnwindSafe(|| work(&mut memory)));
            }
        };
        let started = thread::Builder::new().name("passwords".to_owned()).spawn(work_until_the_end);
        started.context("cannot start a thread for passwords")?;
    }
    Ok(sender)
}

fn hash_now(password: &[u8], cost: &Params, memory: &mut Memory) -> anyhow::Result<String> {
    let failed = |error: &dyn Display| anyhow!("cannot hash a password: {error}");
    let (algorithm, version) = (Algorithm::Argon2id, Version::V0x13);
    let hasher = Argon2::new(algorithm, version, cost.clone());
    let salt = rand::random::<[u8; 16]>();
    let output = computed(&hasher, password, &salt, Params::DEFAULT_OUTPUT_LEN, memory)?;
    let hash = PasswordHash {
        algorithm: algorithm.ident(),
        version: Some(version.into()),
        params: ParamsString::try_from(hasher.params()).map_err(|error| failed(&error))?,
        salt: Some(Salt::new(&salt).map_err(|error| failed(&error))?),
        hash: Some(output),
    };
    Ok(hash.to_string())
}

fn verify_now(password: &[u8], hash: &str, memory: &mut Memory) -> anyhow::Result<bool> {
    let broken = |error: &dyn Display| anyhow!("a stored password hash is broken: {error}");
    let hash = PasswordHash::new(hash).map_err(|error| broken(&error))?;
    let (Some(salt), Some(expected)) = (&hash.salt, &hash.hash) else { return Err(broken(&"a part is missing")) };
    let algorithm = Algorithm::try_from(hash.algorithm.as_str()).map_err(|error| broken(&error))?;
    let version = hash.version.map(Version::try_from).transpose().map_err(|error| broken(&error))?;
    let params = Params::try_from(&hash).map_err(|error| broken(&error))?;
    let hasher = Argon2::new(algorithm, version.unwrap_or_default(), params);
    // Outputs are compared in constant time.
    Ok(computed(&hasher, password, salt, expected.len(), memory)? == *expected)
}

fn computed(
    hasher: &Argon2<'_>,
    password: &[u8],
    salt: &[u8],
    length: usize,
    memory: &mut Memory,
) -> anyhow::Result<Output> {
    let failed = |error: &dyn Display| anyhow!("cannot hash a password: {error}");
    let blocks = hasher.params().block_count();
    if memory.len() < blocks {
        memory.resize(blocks, Block::new());
    }
    let mut output = vec![0; length];
    let filled = hasher.hash_password_into_with_memory(password, salt, &mut output, memory);
    filled.map_err(|error| failed(&error))?;
    Output::new(&output).map_err(|error| failed(&error))
}

#[cfg(test)]
mod tests {
    use super::Passwords;
    use crate::config::PasswordHashes;
    use crate::secret::Secret;

    const LEAST: PasswordHashes = PasswordHashes { memory_kib: 8, iterations: 1, lanes: 1 };

    #[tokio::test]
    async fn only_the_right_password_verifies() {
        for (cost, beginning) in
            [(PasswordHashes::default(), "$argon2id$v=19$m=19456,t=2,p=1$"), (LEAST, "$argon2id$v=19$m=8,t=1,p=1$")]
        {
            let passwords = Passwords::new(1, &cost).unwrap();
            let hash = passwords.hash(&Secret::new("correct horse")).await.unwrap();
            assert!(hash.starts_with(beginning), "{hash}");
            assert!(!passwords.is_outdated(&hash));
            check(&hash).await;
        }
    }

    #[tokio::test]
    async fn a_hash_of_another_cost_is_outdated() {
        let hash = Passwords::new(1, &LEAST).unwrap().hash(&Secret::new("correct horse")).await.unwrap();
        for other in [
            PasswordHashes { memory_kib: 16, ..LEAST },
            PasswordHashes { iterations: 2, ..LEAST },
            PasswordHashes { memory_kib: 16, lanes: 2, ..LEAST },
        ] {
            assert!(Passwords::new(1, &other).unwrap().is_outdated(&hash), "{other:?}");
        }
        assert!(Passwords::new(1, &LEAST).unwrap().is_outdated(&hash.replace("argon2id", "argon2i")));
        assert!(Passwords::new(1, &LEAST).unwrap().is_outdated("not a hash"));
    }

    /// Computed by the reference implementation, as are the hashes in existing databases.
    #[tokio::test]
    async fn hashes_of_others_verify() {
        let hash = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
        let passwords = Passwords::new(1, &LEAST).unwrap();
        assert!(passwords.verify(&Secret::new("password"), Some(hash)).await.unwrap());
        assert!(!passwords.verify(&Secret::new("Password"), Some(hash)).await.unwrap());
    }

    /// Verifying must work whatever the hash cost.
    async fn check(hash: &str) {
        let passwords = Passwords::new(1, &LEAST).unwrap();
        assert!(passwords.verify(&Secret::new("correct horse"), Some(hash)).await.unwrap());
        assert!(!passwords.verify(&Secret::new("Correct horse"), Some(hash)).await.unwrap());
        assert!(!passwords.verify(&Secret::new("correct horse"), None).await.unwrap());
        assert!(passwords.verify(&Secret::new("x"), Some("not a hash")).await.is_err());
    }
}
