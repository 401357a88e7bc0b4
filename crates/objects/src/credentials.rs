//! Which access keys can sign requests.

use s3s::auth::{S3Auth, SecretKey};
use s3s::{S3Result, s3_error};

use crate::OtherCredentials;

pub(crate) struct Credentials {
    pub(crate) access_key: String,
    pub(crate) secret_key: SecretKey,
    pub(crate) others: OtherCredentials,
}

#[async_trait::async_trait]
impl S3Auth for Credentials {
    async fn get_secret_key(&self, access_key: &str) -> S3Result<SecretKey> {
        if access_key == self.access_key {
            return Ok(self.secret_key.clone());
        }
        let found = self.others.secret_key(access_key).map(SecretKey::from);
        found.ok_or_else(|| s3_error!(InvalidAccessKeyId, "the access key does not exist"))
    }
}
