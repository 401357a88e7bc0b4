//! Sends large files in parts, several at once, and resumes where an earlier attempt stopped.

use std::collections::BTreeMap;
use std::ops::Range;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use super::intention::{Beginner, Intention};
use super::part_target::PartTarget;
use super::{BegunUpload, Fault, OutgoingFile, ProviderError, ProviderResult};

/// The limits of a provider.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartRules {
    /// The usual size.
    pub(super) size: u64,
    pub(super) largest: u64,
    pub(super) most: u64,
    /// The largest file, whatever its parts.
    pub(super) file: u64,
    pub(super) at_once: usize,
}

impl PartRules {
    /// The largest file that can be sent in parts.
    pub(super) fn largest_file(&self) -> u64 {
        self.largest.saturating_mul(self.most).min(self.file)
    }

    /// The size of all parts but the last: the usual one, or larger if the file needs it. The same for every attempt.
    pub(super) fn part_size(&self, file: u64) -> ProviderResult<u64> {
        const MIB: u64 = 1 << 20;
        let size = file.div_ceil(self.most).next_multiple_of(MIB).max(self.size);
        let most = self.largest_file();
        if file <= most && size <= self.largest {
            return Ok(size);
        }
        Err(ProviderError::new(Fault::Refused, format!("the provider accepts files of up to {most} bytes")))
    }
}

/// Sends a file in parts. If the provider no longer knows the upload, it starts over, once.
pub(super) async fn send_in_parts(
    target: &impl PartTarget,
    file: &OutgoingFile<'_>,
    rules: &PartRules,
) -> ProviderResult<()> {
    let ranges = cut(file.source.size(), rules.part_size(file.source.size())?);
    let mut intended = None;
    if let Some(begun) = &file.begun {
        intended = Intention::read(&begun.upload);
        if intended.is_none() {
            match send_ranges(target, file, &ranges, rules.at_once, begun.clone()).await {
                // Perhaps only its parts are gone: abort it, so that nobody pays for the rest. It will not be
                // continued, so the journal drops it first: a worker that has lost the transfer is refused there.
                Err(error) if error.fault == Fault::Missing => {
                    intended = Some(Intention::record(target, file.journal, Some(begun.upload.clone())).await?);
                }
                other => {
                    if let Err(error) = &other {
                        drop_damaged(target, file, error, &begun.upload).await?;
                    }
                    return other;
                }
            }
        }
    }
    let (upload, lost) = begin(target, file, intended).await?;
    let begun = BegunUpload { upload: upload.clone(), receipts: BTreeMap::new() };
    if let Err(error) = send_ranges(target, file, &ranges, rules.at_once, begun).await {
        drop_damaged(target, file, &error, &upload).await?;
        return Err(error);
    }
    if let Some((intention, beginner)) = lost
        && let Err(error) = intention.abort_late(target, file.journal, (&beginner, &upload)).await
    {
        tracing::debug!(%error, "could not list or abort uploads whose beginning got no answer");
    }
    Ok(())
}

/// Parts of damaged content must not become part of a later attempt, which may read it as it was.
async fn drop_damaged(
    target: &impl PartTarget,
    file: &OutgoingFile<'_>,
    error: &ProviderError,
    upload: &str,
) -> ProviderResult<()> {
    if error.is_damaged() {
        Intention::record(target, file.journal, Some(upload.to_owned())).await?;
    }
    Ok(())
}

/// Begins an upload and records it. Uploads that are open because the answer to their beginning was lost are aborted, those
/// of an earlier attempt as well.
async fn begin(
    target: &impl PartTarget,
    file: &OutgoingFile<'_>,
    intended: Option<Intention>,
) -> ProviderResult<(String, Option<(Intention, Beginner)>)> {
    let (intention, mut was_lost) = match intended {
        Some(intention) => (intention, true),
        None => (Intention::record(target, file.journal, None).await?, false),
    };
    intention.abort_dropped(target).await?;
    let mut tries = 0;
    let upload = loop {
        match target.begin(&intention.mark).await {
            Ok(upload) => break upload,
            Err(error) => {
                (tries, was_lost) = (tries + 1, true);
                target.http().before_another_try(error, tries).await?;
            }
        }
    };
    let recorded = async {
        let beginner = if was_lost { intention.abort_lost(target, file.journal, &upload).await? } else { None };
        file.journal.begun(&upload).await?;
        ProviderResult::Ok(beginner)
    };
    match recorded.await {
        Ok(beginner) => Ok((upload, beginner.map(|beginner| (intention, beginner)))),
        Err(error) => {
            // Nobody else can abort it if it is not recorded.
            if let Err(error) = target.give_up(&upload).await {
                tracing::debug!(%error, "could not abort an upload that was not recorded");
            }
            Err(error)
        }
    }
}

/// Aborts what an attempt has begun and nobody will finish: an upload, or those of which only the intention was recorded.
pub(super) async fn abandon(target: &impl PartTarget, recorded: &str) -> ProviderResult<()> {
    match Intention::read(recorded) {
        None => target.give_up(recorded).await,
        Some(intention) => intention.abandon(target).await,
    }
}

/// Splits a file into parts of one size; the last may be shorter.
pub(super) fn cut(size: u64, part_size: u64) -> Vec<Range<u64>> {
    let count = size.div_ceil(part_size.max(1));
    (0..count).map(|index| index * part_size..((index + 1) * part_size).min(size)).collect()
}

/// Sends the ranges of a file that have no receipt yet, and joins all parts.
pub(super) async fn send_ranges(
    target: &impl PartTarget,
    file: &OutgoingFile<'_>,
    ranges: &[Range<u64>],
    at_once: usize,
    begun: BegunUpload,
) -> ProviderResult<()> {
    let BegunUpload { upload, mut receipts } = begun;
    let numbered = || (1_u32..).zip(ranges.iter().cloned());
    receipts.retain(|number, _| ranges.len() >= *number as usize && *number > 0);
    for (_, known) in numbered().filter(|(number, _)| receipts.contains_key(number)) {
        file.journal.arrived(known.end - known.start);
    }
    let missing: Vec<_> = numbered().filter(|(number, _)| !receipts.contains_key(number)).collect();
    let upload = &upload;
    let sent: Vec<(u32, String)> = stream::iter(missing)
        .map(|(number, range)| async move {
            let piece = file.source.piece(range).await?;
            let receipt = target.send(upload, number, &piece).await?;
            file.journal.part(number, &receipt).await?;
            file.journal.arrived(piece.length());
            ProviderResult::Ok((number, receipt))
        })
        .buffer_unordered(at_once)
        .try_collect()
        .await?;
    receipts.extend(sent);
    file.source.confirm().await?;
    target.finish(upload, &receipts).await
}

#[cfg(test)]
mod tests {
    use super::{PartRules, cut};

    #[test]
    fn parts_grow_until_the_file_fits() {
        let rules = PartRules { size: 16 << 20, largest: 5 << 30, most: 10_000, file: u64::MAX, at_once: 4 };
        let cases: [(u64, u64); 5] = [
            (0, 16 << 20),
            (16 << 20, 16 << 20),
            (160_000 << 20, 16 << 20),
            ((160_000 << 20) + 1, 17 << 20),
            (5 << 40, 525 << 20),
        ];
        for (file, expected) in cases {
            assert_eq!(rules.part_size(file).unwrap(), expected, "{file}");
            assert!(file.div_ceil(expected) <= 10_000);
        }
        assert!(rules.part_size((5 << 30) * 10_000).is_ok());
        assert!(rules.part_size((5 << 30) * 10_000 + 1).is_err());
        let rules = PartRules { file: 5 << 40, ..rules };
        assert!(rules.part_size(5 << 40).is_ok() && rules.part_size((5 << 40) + 1).is_err());
        assert_eq!(rules.largest_file(), 5 << 40);
    }

    #[test]
    fn a_file_is_cut_without_gaps() {
        assert_eq!(cut(0, 4), []);
        assert_eq!(cut(8, 4), [0..4, 4..8]);
        assert_eq!(cut(9, 4), [0..4, 4..8, 8..9]);
    }
}
