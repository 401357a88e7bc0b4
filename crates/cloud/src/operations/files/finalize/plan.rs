//! What a request to finalize a file says was uploaded.

use domain::chunk_plan::FILE_LARGEST;
use domain::portal::FileRules;
use domain::segments::check_number;
use wire::files::FinalizeFile;

use crate::credentials::random;
use crate::error::ApiResult;
use crate::operations::files::{check_crc64, check_upload_id};
use crate::storage::Part;

/// What the request says was uploaded.
pub(super) struct Plan {
    pub(super) size: u64,
    pub(super) source: Source,
    pub(super) checksum: Option<String>,
}

pub(super) enum Source {
    Multipart {
        upload_id: String,
        parts: Vec<Part>,
    },
    /// One plain PUT; its `ETag` may be lost with the reply.
    Put {
        etag: Option<String>,
    },
    /// The segments of a growing file.
    Segments {
        count: u64,
    },
}

pub(super) fn plan_of(request: &FinalizeFile, rules: FileRules<'_>) -> ApiResult<Plan> {
    let size = u64::try_from(request.size).map_err(|_| domain::Refusal::invalid("size", "must not be negative"))?;
    if size > FILE_LARGEST {
        return Err(domain::Refusal::TooLarge(format!("size: a file can have up to {FILE_LARGEST} bytes")).into());
    }
    rules.check_size(request.size)?;
    if let Some(checksum) = &request.checksum {
        check_crc64("checksum", checksum)?;
    }
    let parts = parts_of(request)?;
    if let Some(count) = request.segments {
        let count = if count == 0 { 0 } else { check_number("segments", count)? };
        return Ok(Plan { size, source: Source::Segments { count }, checksum: request.checksum.clone() });
    }
    let source = match (&request.file_extras, parts) {
        (Some(extras), parts) if !parts.is_empty() => {
            check_upload_id("file_extras.upload_id", &extras.upload_id)?;
            Source::Multipart { upload_id: extras.upload_id.clone(), parts }
        }
        (Some(_), _) if size == 0 => Source::Put { etag: None },
        (Some(_), _) => {
            return Err(domain::Refusal::invalid("chunk_extras", "must list every chunk with its etag").into());
        }
        (None, parts) if parts.is_empty() => Source::Put { etag: request.etag.as_deref().map(bare_etag) },
        (None, _) => {
            return Err(domain::Refusal::invalid("file_extras", "must contain the upload_id of the chunks").into());
        }
    };
    Ok(Plan { size, source, checksum: request.checksum.clone() })
}

/// The parts in order, each once.
fn parts_of(request: &FinalizeFile) -> ApiResult<Vec<Part>> {
    let given = request.chunk_extras.as_deref().unwrap_or_default();
    let mut parts: Vec<Part> =
        given.iter().map(|part| Part { number: part.part_number, etag: bare_etag(&part.etag) }).collect();
    parts.sort_by_key(|part| part.number);
    if parts.iter().any(|part| part.etag.is_empty() || part.etag.len() > 256) {
        return Err(domain::Refusal::invalid("chunk_extras", "must give every chunk its etag").into());
    }
    if parts.windows(2).any(|pair| pair[0].number == pair[1].number) {
        return Err(domain::Refusal::invalid("chunk_extras", "must name every partNumber once").into());
    }
    Ok(parts)
}

pub(super) fn bare_etag(etag: &str) -> String {
    etag.trim().trim_start_matches("W/").trim_matches('"').to_owned()
}

impl Plan {
    /// Identifies the uploaded content, however the request is written, so that a repeated request is recognized.
    pub(super) fn seal(&self) -> String {
        let source = match &self.source {
            Source::Multipart { upload_id, parts } => {
                let parts: Vec<String> = parts.iter().map(|part| format!("{} {}", part.number, part.etag)).collect();
                format!("{upload_id}\n{}", parts.join("\n"))
            }
            Source::Put { .. } => String::new(),
            Source::Segments { count } => format!("{count} segments"),
        };
        random::hash(&format!("{}\n{source}", self.size))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use wire::files::FinalizeFile;

    use super::{FileRules, plan_of};

    fn seal(body: serde_json::Value) -> Result<String, String> {
        let request: FinalizeFile = serde_json::from_value(body).unwrap();
        plan_of(&request, FileRules::of(None)).map(|plan| plan.seal()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_same_upload_has_the_same_seal_however_it_is_written() {
        let extras = json!({ "upload_id": "u" });
        let one = seal(json!({ "size": 9, "file_extras": extras, "chunk_extras":
            [{ "partNumber": 1, "etag": "\"a\"" }, { "partNumber": 2, "etag": "b" }] }));
        let two = seal(
            json!({ "size": 9, "chunk_size": 5, "file_extras": extras, "checksum": "AAAAAAAAAAA=", "chunk_extras":
            [{ "part_number": "2", "etag": "b" }, { "part_number": "1", "etag": "a" }] }),
        );
        assert!(one.is_ok());
        assert_eq!(one, two);
        let other =
            seal(json!({ "size": 8, "file_extras": extras, "chunk_extras": [{ "partNumber": 1, "etag": "a" }] }));
        assert_ne!(one, other);
        assert_eq!(seal(json!({ "size": 3, "etag": "x" })), seal(json!({ "size": 3 })));
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        let extras = json!({ "upload_id": "u" });
        let cases = [
            (json!({ "size": -1 }), "size"),
            (json!({ "size": 1, "checksum": "x" }), "checksum"),
            (json!({ "size": 1, "file_extras": extras }), "chunk_extras"),
            (json!({ "size": 1, "chunk_extras": [{ "partNumber": 1, "etag": "a" }] }), "file_extras"),
            (
                json!({ "size": 1, "file_extras": extras, "chunk_extras": [{ "partNumber": 1, "etag": " " }] }),
                "chunk_extras",
            ),
            (
                json!({ "size": 1, "file_extras": { "upload_id": "" }, "chunk_extras": [{ "partNumber": 1, "etag": "a" }] }),
                "file_extras.upload_id",
            ),
            (
                json!({ "size": 1, "file_extras": extras, "chunk_extras": [{ "partNumber": 1, "etag": "a" }, { "partNumber": 1, "etag": "a" }] }),
                "chunk_extras",
            ),
        ];
        for (body, field) in cases {
            let error = seal(body.clone()).unwrap_err();
            assert!(error.starts_with(&format!("{field}:")), "{body} gave {error}");
        }
    }
}
