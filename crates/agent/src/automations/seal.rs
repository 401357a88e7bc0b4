//! Encrypts the passwords in an export with a passphrase: argon2id and XChaCha20-Poly1305.

use argon2::{Algorithm, Argon2, Params, Version};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chacha20poly1305::aead::{Aead as _, KeyInit as _};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{AgentError, AgentResult};

const SALT: usize = 16;
const NONCE: usize = 24;
const PASSPHRASE_LEAST: usize = 8;

/// The cost is fixed by the document's version. If a document could choose it, a crafted one could stall the agent.
const MEMORY_KIB: u32 = 19_456;
const ROUNDS: u32 = 2;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sealed {
    salt: String,
    nonce: String,
    content: String,
}

pub(super) async fn seal(secrets: &Value, passphrase: String) -> AgentResult<Sealed> {
    if passphrase.chars().count() < PASSPHRASE_LEAST {
        return Err(AgentError::invalid("passphrase", "must have at least 8 characters"));
    }
    let (salt, nonce): ([u8; SALT], [u8; NONCE]) = (rand::random(), rand::random());
    let cipher = cipher(passphrase, salt).await?;
    let sealed = cipher.encrypt(&XNonce::from(nonce), secrets.to_string().as_bytes());
    let content = sealed.map_err(|_| AgentError::Internal(anyhow::anyhow!("passwords could not be encrypted")))?;
    Ok(Sealed { salt: STANDARD.encode(salt), nonce: STANDARD.encode(nonce), content: STANDARD.encode(content) })
}

pub(super) async fn open(sealed: Sealed, passphrase: String) -> AgentResult<Value> {
    let wrong = || AgentError::invalid("passphrase", "does not decrypt the passwords of this document");
    let decoded = |text: &str| STANDARD.decode(text).map_err(|_| wrong());
    let salt: [u8; SALT] = decoded(&sealed.salt)?.try_into().map_err(|_| wrong())?;
    let nonce: [u8; NONCE] = decoded(&sealed.nonce)?.try_into().map_err(|_| wrong())?;
    let content = decoded(&sealed.content)?;
    let cipher = cipher(passphrase, salt).await?;
    let opened = cipher.decrypt(&XNonce::from(nonce), content.as_slice()).map_err(|_| wrong())?;
    serde_json::from_slice(&opened).map_err(|_| wrong())
}

async fn cipher(passphrase: String, salt: [u8; SALT]) -> AgentResult<XChaCha20Poly1305> {
    let derive = move || -> anyhow::Result<[u8; 32]> {
        let parameters = Params::new(MEMORY_KIB, ROUNDS, 1, Some(32)).map_err(|error| anyhow::anyhow!("{error}"))?;
        let mut key = [0; 32];
        Argon2::new(Algorithm::Argon2id, Version::V0x13, parameters)
            .hash_password_into(passphrase.as_bytes(), &salt, &mut key)
            .map_err(|error| anyhow::anyhow!("{error}"))?;
        Ok(key)
    };
    let key = tokio::task::spawn_blocking(derive).await.map_err(|error| AgentError::Internal(error.into()))??;
    Ok(XChaCha20Poly1305::new((&key).into()))
}
