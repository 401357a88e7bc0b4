//! Headers of every reply: CORS for any origin, and headers that prevent stored content from running as scripts.

use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS, CONNECTION, CONTENT_LENGTH,
    CONTENT_RANGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ORIGIN, RETRY_AFTER, VARY, X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderMap, HeaderValue, Response, StatusCode};
use s3s::{Body, S3Error, S3ErrorCode};

use crate::names::random_id;

const REQUEST_ID: &str = "x-amz-request-id";

const EXPOSED: &str = "ETag, Content-Length, Content-Range, Content-Disposition, Accept-Ranges, Last-Modified, \
    x-amz-checksum-crc64nvme, x-amz-checksum-crc32, x-amz-checksum-crc32c, x-amz-checksum-sha1, x-amz-checksum-sha256, \
    x-amz-checksum-type, x-amz-checksum-algorithm, x-amz-request-id";

/// A new upload, for a reply that contains exactly these three elements and no namespace.
#[derive(Debug, Clone)]
pub(crate) struct NewUpload {
    pub(crate) bucket: String,
    pub(crate) key: String,
    pub(crate) id: String,
}

impl NewUpload {
    fn to_xml(&self) -> String {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<InitiateMultipartUploadResult><Bucket>{}</Bucket><Key>{}</Key>\
             <UploadId>{}</UploadId></InitiateMultipartUploadResult>",
            escape(&self.bucket),
            escape(&self.key),
            escape(&self.id)
        )
    }
}

/// A reply in which S3 names the `ETag` without its quotes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BareEtag;

impl BareEtag {
    fn rewrite(text: &str) -> String {
        text.replace("<ETag>\"", "<ETag>").replace("\"</ETag>", "</ETag>")
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Browsers send a preflight request first, which is answered without a credential.
pub(crate) fn preflight(request: &HeaderMap) -> Response<Body> {
    if !request.contains_key(ORIGIN) {
        let message = "the header Origin is missing: this method is only for the preflight requests of browsers";
        let mut error = S3Error::with_message(S3ErrorCode::Custom("BadRequest".into()), message);
        error.set_status_code(StatusCode::BAD_REQUEST);
        return refusal(error);
    }
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, PUT, POST, HEAD, DELETE"));
    let wanted = request.get(ACCESS_CONTROL_REQUEST_HEADERS).cloned();
    headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, wanted.unwrap_or(HeaderValue::from_static("*")));
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    headers.insert(VARY, HeaderValue::from_static("Access-Control-Request-Headers"));
    finish(response)
}

pub(crate) fn refusal(error: S3Error) -> Response<Body> {
    let response = error.to_http_response().unwrap_or_else(|_| internal());
    finish(response)
}

/// Clients for S3 retry this by themselves.
pub(crate) fn busy() -> Response<Body> {
    let message = "there are too many requests at once, from this address or altogether: retry in a moment";
    let mut response = refusal(S3Error::with_message(S3ErrorCode::SlowDown, message));
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
    response
}

/// The last reply on its connection.
pub(crate) fn last(mut response: Response<Body>) -> Response<Body> {
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

pub(crate) fn internal() -> Response<Body> {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>InternalError</Code></Error>";
    let mut response = Response::new(Body::from(text.to_owned()));
    *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/xml"));
    response
}

/// Gives the reply an id, which a person can quote and an operator find in the log.
fn name_request(response: &mut Response<Body>) {
    let id = random_id();
    if response.status().is_client_error() || response.status().is_server_error() {
        let status = response.status();
        if status.is_server_error() {
            tracing::warn!(request = id, status = status.as_u16(), "the object store failed to answer");
        } else {
            tracing::info!(request = id, status = status.as_u16(), "the object store refused a request");
        }
        let end = "</Error>";
        let text = response.body().bytes().and_then(|bytes| String::from_utf8(bytes.to_vec()).ok());
        if let Some(text) = text.filter(|text| text.ends_with(end) && !text.contains("<RequestId>")) {
            let named = format!("{}<RequestId>{id}</RequestId>{end}", text.trim_end_matches(end));
            response.headers_mut().remove(CONTENT_LENGTH);
            *response.body_mut() = Body::from(named);
        }
    }
    if let Ok(id) = HeaderValue::try_from(id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
}

pub(crate) fn finish(mut response: Response<Body>) -> Response<Body> {
    if let Some(upload) = response.extensions_mut().remove::<NewUpload>() {
        *response.body_mut() = Body::from(upload.to_xml());
    }
    if response.extensions_mut().remove::<BareEtag>().is_some()
        && let Some(text) = response.body().bytes().and_then(|bytes| String::from_utf8(bytes.to_vec()).ok())
    {
        response.headers_mut().remove(CONTENT_LENGTH);
        *response.body_mut() = Body::from(BareEtag::rewrite(&text));
    }
    name_request(&mut response);
    // The protocol layer does so only for GET.
    if response.status() == StatusCode::OK && response.headers().contains_key(CONTENT_RANGE) {
        *response.status_mut() = StatusCode::PARTIAL_CONTENT;
    }
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox"));
    response
}
