//! Deletes objects by name, or everything below a prefix. Objects that no longer exist are fine.

use protocols::s3::Element;
use protocols::s3::Request;
use reqwest::{Method, StatusCode};
use rusty_s3::actions::{DeleteObjects, ObjectIdentifier};

use super::error::coded;
use super::multipart::is_unknown_to_the_store;
use super::send::{Call, Expects};
use super::{LARGEST_PAGE, Storage, StorageError};

const ACTION: &str = "delete objects";

impl Storage {
    /// Deletes objects. After an error some may be deleted and others not; it can be repeated.
    pub async fn delete(&self, keys: &[String]) -> Result<(), StorageError> {
        for batch in keys.chunks(LARGEST_PAGE.into()) {
            // XML cannot represent most control characters.
            let (odd, plain): (Vec<&String>, Vec<&String>) =
                batch.iter().partition(|key| key.chars().any(|letter| letter.is_control() || letter > '\u{fffd}'));
            self.delete_batch(&plain).await?;
            self.delete_singly(&odd).await?;
        }
        Ok(())
    }

    /// Aborts every upload and deletes every object whose key begins with `prefix`, and returns how many there were.
    pub async fn delete_below(&self, prefix: &str) -> Result<u64, StorageError> {
        if prefix.is_empty() {
            return Err(StorageError::unusable(ACTION, "an empty prefix would delete everything"));
        }
        // Uploads first: one that is completed in the meantime becomes an object, which is deleted next.
        Ok(self.abort_below(prefix).await? + self.delete_objects_below(prefix).await?)
    }

    /// Aborts every upload whose key begins with `prefix`, and returns how many there were.
    pub async fn abort_below(&self, prefix: &str) -> Result<u64, StorageError> {
        let (mut count, mut after) = (0, None);
        loop {
            let page = self.uploads(prefix, after).await?;
            // A store may ignore a part of the prefix.
            for upload in page.uploads.iter().filter(|upload| upload.key.starts_with(prefix)) {
                self.abort(&upload.key, &upload.upload_id).await?;
                count += 1;
            }
            match page.next {
                None => return Ok(count),
                next => after = next,
            }
        }
    }

    async fn delete_objects_below(&self, prefix: &str) -> Result<u64, StorageError> {
        let (mut count, mut after) = (0, String::new());
        loop {
            let (keys, is_truncated) = self.keys(prefix, &after).await?;
            let last = keys.last().cloned().unwrap_or_default();
            let keys: Vec<String> = keys.into_iter().filter(|key| key.starts_with(prefix)).collect();
            self.delete(&keys).await?;
            count += u64::try_from(keys.len()).unwrap_or(u64::MAX);
            if !is_truncated {
                return Ok(count);
            }
            if last <= after {
                return Err(StorageError::unusable("list objects", "its next page is the same page"));
            }
            after = last;
        }
    }

    /// A page of keys in order, after the key `after`, and whether there are more.
    pub async fn keys(&self, prefix: &str, after: &str) -> Result<(Vec<String>, bool), StorageError> {
        // Without `encoding-type`: some stores claim to encode and do not, and then `+` names another object.
        let mut request = Request::new(Method::GET, "")
            .query("list-type", "2")
            .query("prefix", prefix)
            .query("max-keys", self.page.to_string());
        if !after.is_empty() {
            request = request.query("start-after", after);
        }
        let call = Call::new("list objects", request).expects(Expects::Listing("ListBucketResult"));
        let document = self.call(&call).await?.document;
        let keys = document.all("Contents").map(|entry| entry.text_of("Key").to_owned()).collect();
        Ok((keys, document.text_of("IsTruncated") == "true"))
    }

    async fn delete_batch(&self, keys: &[&String]) -> Result<(), StorageError> {
        if keys.is_empty() {
            return Ok(());
        }
        let objects: Vec<ObjectIdentifier> = keys.iter().map(|key| ObjectIdentifier::new((*key).clone())).collect();
        let mut action = DeleteObjects::new(self.own.bucket(), None, objects.iter());
        action.set_quiet(true);
        let (body, md5) = action.body_with_md5();
        let call = Call::new(ACTION, Request::new(Method::POST, "").query("delete", ""))
            .expects(Expects::Listing("DeleteResult"))
            .unsigned("content-md5", md5)
            .body(body);
        match self.call(&call).await {
            Ok(reply) => first_error(&reply.document).map_or(Ok(()), Err),
            // Some stores can only delete one object at a time.
            Err(StorageError::Refused { status, .. }) if is_unknown_to_the_store(status) => {
                self.delete_singly(keys).await
            }
            Err(error) => Err(error),
        }
    }

    async fn delete_singly(&self, keys: &[&String]) -> Result<(), StorageError> {
        for key in keys {
            match self.call(&Call::new("delete an object", Request::new(Method::DELETE, key))).await {
                Ok(_) | Err(StorageError::NotFound) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// A batch that succeeded as a request may have failed for some of its objects.
fn first_error(document: &Element) -> Option<StorageError> {
    let error = |entry: &Element| {
        let (code, message) = (entry.text_of("Code").to_owned(), entry.text_of("Message"));
        coded(ACTION, StatusCode::OK, code, &format!("{}: {message}", entry.text_of("Key")))
    };
    document.all("Error").map(error).find(|error| !matches!(error, StorageError::NotFound))
}

#[cfg(test)]
mod tests {
    use protocols::s3::xml;

    use super::first_error;
    use crate::storage::StorageError;

    #[test]
    fn errors_inside_a_success_are_seen() {
        let result = |code: &str| {
            let text = format!(
                "<DeleteResult><Deleted><Key>a</Key></Deleted><Error><Key>b</Key><Code>{code}</Code></Error>\
                 <Deleted><Key>c</Key></Deleted></DeleteResult>"
            );
            first_error(&xml::parse(&text).unwrap())
        };
        assert!(result("NoSuchKey").is_none());
        assert!(matches!(result("InternalError"), Some(StorageError::Unavailable(_))));
        assert!(result("AccessDenied").unwrap().has_code("AccessDenied"));
    }
}
