//! Bearer tokens that expire: requested when needed, renewed before they expire, and again if one is refused.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::Mutex;
use wire::time::Time;

use super::outside::{Answer, Outside, ReadError, Sending};
use super::{Fault, ProviderError, ProviderResult};
use crate::secret::Secret;

/// A token is renewed when it expires in less than this: longer than one try of a call takes.
const RENEW_SECONDS: i64 = 5 * 60;

/// How a platform issues tokens.
#[async_trait]
pub(super) trait Grant: Send + Sync {
    /// A new token, and for how many seconds it is valid.
    async fn token(&self, outside: &Outside) -> ProviderResult<(Secret, i64)>;
}

pub(super) struct Session<G> {
    pub(super) outside: Arc<Outside>,
    grant: G,
    current: Mutex<Option<(Secret, Time)>>,
}

impl<G: Grant> Session<G> {
    pub(super) fn new(outside: &Arc<Outside>, grant: G) -> Self {
        Self { outside: outside.clone(), grant, current: Mutex::new(None) }
    }

    /// As [`Outside::ask`], with a token.
    pub(super) async fn ask<'a>(&self, make: impl Fn() -> Sending<'a> + Send + Sync) -> ProviderResult<Answer> {
        let token = self.token(None).await?;
        let answer = self.outside.ask(&make().bearer(&token)).await?;
        if answer.status.as_u16() != 401 {
            return Ok(answer);
        }
        let token = self.token(Some(token)).await?;
        self.outside.ask(&make().bearer(&token)).await
    }

    /// As [`Outside::call`], with a token.
    pub(super) async fn call<'a>(
        &self,
        make: impl Fn() -> Sending<'a> + Send + Sync,
        read: ReadError,
    ) -> ProviderResult<Answer> {
        self.ask(make).await?.success(read)
    }

    /// As [`Outside::ask_once`], with a token.
    pub(super) async fn ask_once<'a>(&self, make: impl Fn() -> Sending<'a> + Send + Sync) -> ProviderResult<Answer> {
        let token = self.token(None).await?;
        let answer = self.outside.ask_once(&make().bearer(&token)).await?;
        if answer.status.as_u16() != 401 {
            return Ok(answer);
        }
        let token = self.token(Some(token)).await?;
        self.outside.ask_once(&make().bearer(&token)).await
    }

    /// A token other than the refused one. The lock is held during the request: many concurrent parts need only one
    /// answer.
    async fn token(&self, refused: Option<Secret>) -> ProviderResult<Secret> {
        let mut current = self.current.lock().await;
        let renew_at = self.outside.now().plus_seconds(RENEW_SECONDS);
        let is_good = |(token, end): &&(Secret, Time)| *end > renew_at && Some(token) != refused.as_ref();
        if let Some((token, _)) = current.as_ref().filter(is_good) {
            return Ok(token.clone());
        }
        let (token, seconds) = self.grant.token(&self.outside).await?;
        if token.is_empty() {
            return Err(ProviderError::new(Fault::Unusable, "the provider's answer has no token"));
        }
        let end = self.outside.now().plus_seconds(seconds);
        *current = Some((token.clone(), end));
        Ok(token)
    }
}
