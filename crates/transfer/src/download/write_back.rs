//! Flushes received data to the disk during the transfer, so that the final fsync is short.

use std::sync::Arc;

use tokio::task::JoinHandle;

use crate::fault::Fault;
use crate::folder::PartFile;
use crate::running::blocking;

/// Flushing less at a time would cause too much overhead.
const TOGETHER: u64 = 64 << 20;

pub(super) struct WriteBack {
    part: Arc<PartFile>,
    gathered: u64,
    running: Option<JoinHandle<Result<(), Fault>>>,
}

impl WriteBack {
    pub(super) fn new(part: &Arc<PartFile>) -> Self {
        Self { part: Arc::clone(part), gathered: 0, running: None }
    }

    /// Called after bytes were written to the file.
    pub(super) async fn arrived(&mut self, bytes: u64) -> Result<(), Fault> {
        self.gathered += bytes;
        if self.gathered < TOGETHER || self.running.as_ref().is_some_and(|running| !running.is_finished()) {
            return Ok(());
        }
        self.ended().await?;
        self.gathered = 0;
        let part = Arc::clone(&self.part);
        self.running = Some(tokio::spawn(blocking(move || Ok(part.sync()?))));
        Ok(())
    }

    /// The result of the flush. The kernel reports a failed write only once, so it must not be ignored.
    pub(super) async fn ended(&mut self) -> Result<(), Fault> {
        match self.running.take() {
            Some(running) => running.await.unwrap_or(Err(Fault::Stopped)),
            None => Ok(()),
        }
    }
}
