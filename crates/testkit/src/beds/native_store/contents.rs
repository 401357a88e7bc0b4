//! Content at the upload URLs.

use axum::http::HeaderMap;
use serde_json::json;
use sha1::{Digest as _, Sha1};

use super::super::double_router::decoded;
use super::{Purpose, Said, Shelf};

impl Shelf {
    pub(super) fn take(&mut self, path: &str, headers: &HeaderMap, body: &[u8]) -> Said {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let known = self.addresses.get(path).filter(|(token, _)| token == header("authorization") && !token.is_empty());
        let purpose = known.map(|(_, purpose)| purpose.clone()).ok_or((401, "bad_auth_token", "unknown token"))?;
        if header("content-length") != body.len().to_string() {
            return Err((400, "bad_request", "Content-Length is missing"));
        }
        let digest = Sha1::digest(body).iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
        if header("x-bz-content-sha1") != digest {
            return Err((400, "bad_request", "Sha1 did not match data received"));
        }
        match purpose {
            Purpose::Files => {
                let name = checked_name(header("x-bz-file-name"))?;
                if header("content-type").is_empty() {
                    return Err((400, "bad_request", "Content-Type is missing"));
                }
                let id = self.next("file");
                Ok(self.keep(id, name, body.to_vec()))
            }
            Purpose::PartsOf(id) => {
                let number = header("x-bz-part-number").parse().ok().filter(|number| (1..=10_000).contains(number));
                let number = number.ok_or((400, "bad_request", "invalid part number"))?;
                let missing = (400, "bad_request", "No active upload for fileId");
                let upload = self.uploads.get_mut(&id).ok_or(missing)?;
                upload.parts.insert(number, (digest.clone(), body.to_vec()));
                Ok(json!({ "fileId": id, "partNumber": number, "contentLength": body.len(), "contentSha1": digest }))
            }
        }
    }
}

fn checked_name(header: &str) -> Result<String, (u16, &'static str, &'static str)> {
    let name = decoded(header);
    let is_bad = name.is_empty()
        || name.len() > 1_024
        || name.contains("//")
        || name.starts_with('/')
        || name.ends_with('/')
        || name.split('/').any(|part| part.len() > 250)
        || name.chars().any(|letter| letter.is_control() || letter == '\\');
    let is_raw = !header.is_ascii() || header.contains([' ', '"']);
    if is_bad || is_raw { Err((400, "bad_request", "File names must be encoded and well formed")) } else { Ok(name) }
}
