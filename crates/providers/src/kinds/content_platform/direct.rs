//! Small files, each in one request.

use domain::target_path::NameRules;
use http::Method;
use serde_json::json;
use sha1::Sha1;
use url::Url;

use super::{Platform, confirm, conflict, read_error};
use crate::address::below;
use crate::http_client::{Answer, Sending};
use crate::piece::Piece;
use crate::{Fault, ProviderError, ProviderResult};

impl Platform {
    /// Uploads a file, and returns its id. An existing file with the same content is left alone, so that a repeat
    /// creates no second version.
    pub(super) async fn put_direct(&self, folder: &str, name: &str, piece: &Piece) -> ProviderResult<String> {
        let sha1 = hex::encode(piece.digest::<Sha1>().await?);
        let marked = NameRules::FOLDERS.marked(name);
        for name in [name, &marked] {
            let attributes = json!({ "name": name, "parent": { "id": folder } });
            let url = below(&self.upload, &["files", "content"]);
            let answer = self.send_form(&url, &attributes, piece, &sha1).await?;
            let Some(there) = conflict(&answer) else {
                return Ok(confirm(&answer.success(read_error)?, &sha1, piece.length())?.id);
            };
            if there.is_folder() || there.name != name {
                continue;
            }
            if there.is_file_of(&sha1) {
                return Ok(there.id);
            }
            let url = below(&self.upload, &["files", &there.id, "content"]);
            let answer = self.send_form(&url, &json!({ "name": name }), piece, &sha1).await?.success(read_error)?;
            return Ok(confirm(&answer, &sha1, piece.length())?.id);
        }
        Err(ProviderError::new(Fault::Conflict, format!("another item has the name of the file {name:?}")))
    }

    /// The attributes come first, so that the platform can refuse before the content is sent.
    async fn send_form(
        &self,
        url: &Url,
        attributes: &serde_json::Value,
        piece: &Piece,
        sha1: &str,
    ) -> ProviderResult<Answer> {
        let boundary = hex::encode(rand::random::<[u8; 16]>());
        let before = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"attributes\"\r\n\r\n{attributes}\r\n\
             --{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"content\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n"
        );
        let after = format!("\r\n--{boundary}--\r\n");
        let kind = format!("multipart/form-data; boundary={boundary}");
        let sending = || {
            Sending::new("upload a file", Method::POST, url.clone())
                .header("content-type", &kind)
                .header("content-md5", sha1)
                .framed(before.clone(), piece, after.clone())
        };
        self.session.ask(sending).await
    }
}
