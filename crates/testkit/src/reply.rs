//! A complete reply, for tests that check more than a typed body.

use client::{Client, ClientError};
use reqwest::header::HeaderMap;
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::Value;
use wire::error::{ErrorBody, ErrorCode};

#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Reply {
    pub async fn to(request: RequestBuilder) -> Self {
        let response = request.send().await.expect("the server answers");
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.expect("the reply arrives whole");
        Self { status, headers, text }
    }

    /// The complete reply to a request line such as `PUT /v1/teams`, with a JSON body unless it is null.
    pub async fn of(client: &Client, line: &str, body: &Value) -> Self {
        let (method, path) = line.split_once(' ').expect("a method and a path");
        let method: Method = method.parse().expect("a method of HTTP");
        let request = client.request(method, path);
        Self::to(if body.is_null() { request } else { request.json(body) }).await
    }

    /// The body, if the status is the expected one.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        if self.text.is_empty() { Value::Null } else { serde_json::from_str(&self.text).expect("the body is JSON") }
    }

    /// The error, which every reply without success must contain in our format.
    #[track_caller]
    pub fn error(&self) -> ErrorBody {
        assert!(!self.status.is_success(), "{} {}", self.status, self.text);
        let body: ErrorBody = serde_json::from_str(&self.text)
            .unwrap_or_else(|error| panic!("{} is no error of ours ({error}): {:?}", self.status, self.text));
        assert_eq!(body.code.status(), self.status.as_u16(), "{}", self.text);
        assert!(!body.message.is_empty());
        body
    }
}

impl Reply {
    /// The first field that an error names; empty if it names none.
    #[track_caller]
    pub fn field(&self) -> String {
        self.error().details.first().map(|detail| detail.field.clone()).unwrap_or_default()
    }
}

/// Checks refusals of typed calls.
pub trait Refusal {
    /// The code of the refusal.
    fn refusal(self) -> ErrorCode;
}

impl<T> Refusal for Result<T, ClientError> {
    #[track_caller]
    fn refusal(self) -> ErrorCode {
        match self {
            Err(ClientError::Refused { body, .. }) => body.code,
            Err(other) => panic!("the call failed otherwise: {other}"),
            Ok(_) => panic!("the call succeeded"),
        }
    }
}
