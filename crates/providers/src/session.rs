//! Bearer tokens that expire: requested when needed, renewed before they expire, and again if one is refused.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::Mutex;
use wire::time::Time;

use super::http_client::{Answer, HttpClient, ReadError, Sending};
use super::{Fault, ProviderError, ProviderResult};
use serving::secret::Secret;

/// A token is renewed when it expires in less than this: longer than one try of a call takes.
const RENEW_SECONDS: i64 = 5 * 60;

/// How a platform issues tokens.
#[async_trait]
pub(super) trait Grant: Send + Sync {
    /// A new token, and for how many seconds it is valid.
    async fn token(&self, http: &HttpClient) -> ProviderResult<(Secret, i64)>;
}

pub(super) struct Session<G> {
    pub(super) http: Arc<HttpClient>,
    grant: G,
    current: Mutex<Option<(Secret, Time)>>,
}

impl<G: Grant> Session<G> {
    pub(super) fn new(http: &Arc<HttpClient>, grant: G) -> Self {
        Self { http: http.clone(), grant, current: Mutex::new(None) }
    }

    /// As [`HttpClient::ask`], with a token.
    pub(super) async fn ask<'a>(&self, make: impl Fn() -> Sending<'a> + Send + Sync) -> ProviderResult<Answer> {
        let token = self.token(None).await?;
        let answer = self.http.ask(&make().bearer(&token)).await?;
        if answer.status.as_u16() != 401 {
            return Ok(answer);
        }
        let token = self.token(Some(token)).await?;
        self.http.ask(&make().bearer(&token)).await
    }

    /// As [`HttpClient::call`], with a token.
    pub(super) async fn call<'a>(
        &self,
        make: impl Fn() -> Sending<'a> + Send + Sync,
        read: ReadError,
    ) -> ProviderResult<Answer> {
        self.ask(make).await?.success(read)
    }

    /// As [`HttpClient::ask_once`], with a token.
    pub(super) async fn ask_once<'a>(&self, make: impl Fn() -> Sending<'a> + Send + Sync) -> ProviderResult<Answer> {
        let token = self.token(None).await?;
        let answer = self.http.ask_once(&make().bearer(&token)).await?;
        if answer.status.as_u16() != 401 {
            return Ok(answer);
        }
        let token = self.token(Some(token)).await?;
        self.http.ask_once(&make().bearer(&token)).await
    }

    /// A token other than the refused one. The lock is held during the request: many concurrent parts need only one
    /// answer.
    async fn token(&self, refused: Option<Secret>) -> ProviderResult<Secret> {
        let mut current = self.current.lock().await;
        let renew_at = self.http.now().plus_seconds(RENEW_SECONDS);
        let is_good = |(token, end): &&(Secret, Time)| *end > renew_at && Some(token) != refused.as_ref();
        if let Some((token, _)) = current.as_ref().filter(is_good) {
            return Ok(token.clone());
        }
        let (token, seconds) = self.grant.token(&self.http).await?;
        if token.is_empty() {
            return Err(ProviderError::new(Fault::Unusable, "the provider's answer has no token"));
        }
        let end = self.http.now().plus_seconds(seconds);
        *current = Some((token.clone(), end));
        Ok(token)
    }
}
