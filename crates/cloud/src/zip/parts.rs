//! Sends the parts of a zip in order, while the next small files are fetched concurrently.
//!
//! Requesting one small file after the other from storage would cost a round trip each. A large file is opened when its
//! turn comes: if it were opened early, its idle connection might be closed before then.

use std::collections::VecDeque;
use std::mem::take;
use std::ops::Range;
use std::pin::pin;

use bytes::{Bytes, BytesMut};
use futures_util::StreamExt as _;
use tokio::sync::mpsc;
use tokio_util::task::AbortOnDropHandle;
use wire::ids::FileId;

use super::ZipError;
use crate::app::App;

/// Contents up to this size are read ahead, this many at once.
const SMALL: u64 = 128 << 10;
const AHEAD: usize = 8;

/// Records and small contents are combined up to this size.
const CHUNK: usize = 64 << 10;

/// A range of the content of a file.
pub(super) struct Content {
    pub(super) file: FileId,
    pub(super) key: String,
    pub(super) range: Range<u64>,
}

enum Source {
    Nothing,
    Large(Content),
    Small(AbortOnDropHandle<Result<Bytes, ZipError>>),
}

impl Source {
    fn is_ready(&self) -> bool {
        match self {
            Self::Nothing => true,
            Self::Large(_) => false,
            Self::Small(fetching) => fetching.is_finished(),
        }
    }
}

/// Records, and the content that follows them.
struct Part {
    records: Vec<u8>,
    source: Source,
}

pub(super) struct Parts<'a> {
    app: App,
    sender: &'a mpsc::Sender<Result<Bytes, ZipError>>,
    /// The records since the last content.
    records: Vec<u8>,
    waiting: VecDeque<Part>,
    /// The bytes to be sent next.
    chunk: BytesMut,
}

impl<'a> Parts<'a> {
    pub(super) fn new(app: App, sender: &'a mpsc::Sender<Result<Bytes, ZipError>>) -> Self {
        Self { app, sender, records: Vec::new(), waiting: VecDeque::new(), chunk: BytesMut::new() }
    }

    /// The buffer for the next records.
    pub(super) fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.records
    }

    /// Adds content that follows the records.
    pub(super) async fn push(&mut self, content: Content) -> Result<(), ZipError> {
        let is_small = content.range.end - content.range.start <= SMALL;
        let source = if is_small { Source::Small(self.fetch(content)) } else { Source::Large(content) };
        self.enqueue(source).await
    }

    /// Sends everything that is already available.
    pub(super) async fn send_ready(&mut self) -> Result<(), ZipError> {
        self.waiting.push_back(Part { records: take(&mut self.records), source: Source::Nothing });
        while let Some(part) = self.waiting.pop_front_if(|part| part.source.is_ready()) {
            self.send(part).await?;
        }
        self.flush().await
    }

    /// Sends the rest.
    pub(super) async fn finish(mut self) -> Result<(), ZipError> {
        self.waiting.push_back(Part { records: take(&mut self.records), source: Source::Nothing });
        while let Some(part) = self.waiting.pop_front() {
            self.send(part).await?;
        }
        self.flush().await
    }

    async fn enqueue(&mut self, source: Source) -> Result<(), ZipError> {
        let is_large = matches!(source, Source::Large(_));
        self.waiting.push_back(Part { records: take(&mut self.records), source });
        // Nothing is read ahead past large content, so waiting for more would only delay it.
        while (is_large || self.waiting.len() > AHEAD)
            && let Some(part) = self.waiting.pop_front()
        {
            self.send(part).await?;
        }
        Ok(())
    }

    async fn send(&mut self, part: Part) -> Result<(), ZipError> {
        self.add(&part.records).await?;
        match part.source {
            Source::Nothing => Ok(()),
            Source::Small(fetching) => {
                if !fetching.is_finished() {
                    self.flush().await?; // Do not make the receiver wait for this.
                }
                let bytes = fetching.await.map_err(|_| ZipError::Interrupted)??;
                self.add(&bytes).await
            }
            Source::Large(content) => {
                self.flush().await?;
                self.pass_on(content).await
            }
        }
    }

    async fn pass_on(&self, Content { file, key, range }: Content) -> Result<(), ZipError> {
        let broken = |error| ZipError::Storage { file: file.clone(), error };
        let mut chunks = pin!(self.app.storage.read(&key, range).await.map_err(broken)?);
        while let Some(chunk) = chunks.next().await {
            self.give(chunk.map_err(broken)?).await?;
        }
        Ok(())
    }

    fn fetch(&self, Content { file, key, range }: Content) -> AbortOnDropHandle<Result<Bytes, ZipError>> {
        let app = self.app.clone();
        AbortOnDropHandle::new(tokio::spawn(async move {
            let broken = |error| ZipError::Storage { file: file.clone(), error };
            let length = usize::try_from(range.end - range.start).unwrap_or_default();
            let mut chunks = pin!(app.storage.read(&key, range).await.map_err(broken)?);
            let mut bytes = BytesMut::with_capacity(length);
            while let Some(chunk) = chunks.next().await {
                bytes.extend_from_slice(&chunk.map_err(broken)?);
            }
            Ok(bytes.freeze())
        }))
    }

    async fn add(&mut self, bytes: &[u8]) -> Result<(), ZipError> {
        self.chunk.extend_from_slice(bytes);
        if self.chunk.len() < CHUNK { Ok(()) } else { self.flush().await }
    }

    async fn flush(&mut self) -> Result<(), ZipError> {
        if self.chunk.is_empty() {
            return Ok(());
        }
        let chunk = self.chunk.split().freeze();
        self.give(chunk).await
    }

    async fn give(&self, chunk: Bytes) -> Result<(), ZipError> {
        self.sender.send(Ok(chunk)).await.map_err(|_| ZipError::ReceiverGone)
    }
}
