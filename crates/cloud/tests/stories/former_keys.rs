//! Data keys as the version before wrapped them: they do not say that the audit record has a key.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use cloud::keys::Keys;
use cloud::secret::Secret;
use store::data_keys;
use testkit::TestCloud;

const NONCE: [u8; 24] = [7; 24];

/// The wrapping that a data key had before.
pub(crate) fn wrapped_before(secret: &Secret, id: &str, wrapped: &str) -> String {
    let cipher = XChaCha20Poly1305::new(&Keys::derive(secret).wrapping.into());
    let bytes = STANDARD_NO_PAD.decode(wrapped).unwrap();
    let (nonce, sealed) = bytes.split_first_chunk::<24>().unwrap();
    let bound = format!("{id}, keyed record");
    let key = cipher.decrypt(&XNonce::from(*nonce), Payload { msg: sealed, aad: bound.as_bytes() }).unwrap();
    let wrapped = cipher.encrypt(&XNonce::from(NONCE), Payload { msg: &key, aad: id.as_bytes() }).unwrap();
    STANDARD_NO_PAD.encode([NONCE.as_slice(), &wrapped].concat())
}

/// Wraps the data keys of a service as before.
pub(crate) async fn forget_that_records_are_keyed(cloud: &TestCloud) {
    let app = cloud.app();
    for key in data_keys::all(&mut app.store.read().await.unwrap()).await.unwrap() {
        let wrapped = wrapped_before(&app.config.secret_key, key.id.as_str(), &key.wrapped);
        cloud.execute_sql(&format!("UPDATE data_keys SET wrapped = '{wrapped}' WHERE id = '{}'", key.id)).await;
    }
}
