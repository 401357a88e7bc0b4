//! Upload URLs. Each serves one sender at a time, and is not used again after a failure: the provider then wants us to
//! request a new one, which leads to another of its machines.

use http::Method;
use parking_lot::Mutex;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use serde_json::Value;

use super::session::{Account, given_address, read_error};
use crate::http_client::{Answer, Sending};
use crate::piece::Piece;
use crate::{Fault, ProviderError, ProviderResult};
use serving::secret::Secret;

const TRIES: u32 = 6;
const AS_THEY_ARE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'/');

/// A name in the encoding of headers.
pub(super) fn encoded(name: &str) -> String {
    utf8_percent_encode(name, AS_THEY_ARE).to_string()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Address {
    upload_url: String,
    authorization_token: String,
}

/// The URLs that are not in use right now.
#[derive(Default)]
pub(super) struct Addresses {
    free: Mutex<Vec<Address>>,
}

impl Addresses {
    /// Sends a piece with its digest, to another URL after each temporary failure.
    pub(super) async fn send(
        &self,
        account: &Account,
        action: &'static str,
        asked: &(&str, Value),
        headers: &[(&str, String)],
        piece: &Piece,
    ) -> ProviderResult<Answer> {
        let digest = hex::encode(piece.digest::<sha1::Sha1>().await?);
        let mut count = 0;
        loop {
            let address = self.take(account, asked).await?;
            let token = Secret::new(address.authorization_token.as_str());
            let mut sending = Sending::new(action, Method::POST, given_address(&address.upload_url)?);
            for (name, value) in headers {
                sending = sending.header(name, value);
            }
            let sending = sending.header("authorization", token.expose()).header("x-bz-content-sha1", &digest);
            let sent = account.http.ask_once(&sending.piece(piece)).await;
            let error = match sent.and_then(|answer| answer.success(read_error)) {
                Ok(answer) => {
                    self.free.lock().push(address);
                    return Ok(answer);
                }
                Err(error) => error,
            };
            count += 1;
            // The token of a URL may expire at any time. Whether the account's token is still valid shows when the next
            // URL is requested.
            if error.fault != Fault::Credentials || count >= TRIES {
                account.http.before_another_try(error, count).await?;
            }
        }
    }

    async fn take(&self, account: &Account, (name, body): &(&str, Value)) -> ProviderResult<Address> {
        if let Some(address) = self.free.lock().pop() {
            return Ok(address);
        }
        let asked = account.call("request an upload URL", name, body).await;
        asked.map_err(|error: ProviderError| match error.fault {
            // This call only refers to the upload, so it is the upload that is unknown.
            Fault::Refused if *name == "b2_get_upload_part_url" => {
                ProviderError::new(Fault::Missing, error.to_string()).with_code(error.code)
            }
            _ => error,
        })
    }
}
