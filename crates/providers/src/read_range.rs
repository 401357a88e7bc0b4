//! How content is read, wherever it is.

use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;

use super::ProviderResult;

/// Opens a range of some content.
pub type ReadRange = Arc<
    dyn Fn(Range<u64>) -> BoxFuture<'static, ProviderResult<BoxStream<'static, ProviderResult<Bytes>>>> + Send + Sync,
>;
