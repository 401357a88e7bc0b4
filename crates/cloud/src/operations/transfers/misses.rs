//! Files that could not be transferred while others could.

use parking_lot::Mutex;
use providers::{Fault, ProviderError, ProviderResult};

use super::failure::{TransferError, TransferResult};

/// After this many failures in a row, the provider is asked whether it works at all.
const IN_A_ROW: usize = 5;
/// How many files are named at the end.
const NAMED: usize = 5;

/// The failures of one attempt.
#[derive(Default)]
pub(super) struct Misses(Mutex<Seen>);

#[derive(Default)]
struct Seen {
    in_a_row: usize,
    count: usize,
    first: Vec<ProviderError>,
}

impl Misses {
    /// A file was transferred.
    pub(super) fn arrived(&self) {
        self.0.lock().in_a_row = 0;
    }

    /// A file was not transferred. The error is returned if the other files would fail as well: if the transfer has ended,
    /// or if the provider, asked by `works` after several failures in a row, fails.
    pub(super) async fn note(
        &self,
        name: &str,
        error: ProviderError,
        works: impl Future<Output = ProviderResult<()>>,
    ) -> TransferResult<()> {
        if error.fault == Fault::Ended || (self.is_doubtful(&error) && works.await.is_err()) {
            return Err(TransferError(error));
        }
        let mut seen = self.0.lock();
        seen.count += 1;
        if seen.first.len() < NAMED {
            seen.first.push(error.of_file(name));
        }
        Ok(())
    }

    fn is_doubtful(&self, error: &ProviderError) -> bool {
        let mut seen = self.0.lock();
        seen.in_a_row += usize::from(!error.is_about_one_file());
        let is_doubtful = seen.in_a_row >= IN_A_ROW;
        if is_doubtful {
            seen.in_a_row = 0;
        }
        is_doubtful
    }

    /// The transfer is not complete without these files.
    pub(super) fn result(&self) -> TransferResult<()> {
        let Seen { count, first, .. } = &*self.0.lock();
        let Some(one) = first.first() else { return Ok(()) };
        let named = first.iter().map(ProviderError::reason).collect::<Vec<_>>().join("; ");
        let reason = match count {
            1 => named,
            _ if *count == first.len() => format!("{count} files were not transferred: {named}"),
            _ => format!("{count} files were not transferred, among them: {named}"),
        };
        let mut error = one.standing_for(reason);
        error.retry_after = first.iter().filter_map(|error| error.retry_after).max();
        Err(TransferError(error))
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use providers::{Fault, ProviderError};

    use super::Misses;

    fn said(misses: &Misses) -> String {
        misses.result().map_or_else(|error| error.to_string(), |()| String::new())
    }

    #[tokio::test]
    async fn single_failures_are_named_at_the_end() {
        let misses = Misses::default();
        assert_eq!(said(&misses), "");
        for (number, expected) in
            [(1, "0.mov: gone".to_owned()), (2, "2 files were not transferred: 0.mov: gone; 1.mov: gone".to_owned())]
        {
            misses
                .note(&format!("{}.mov", number - 1), ProviderError::new(Fault::Missing, "gone"), ready(Ok(())))
                .await
                .unwrap();
            assert_eq!(said(&misses), expected);
        }
        for number in 2..20 {
            misses
                .note(&format!("{number}.mov"), ProviderError::new(Fault::Missing, "gone"), ready(Ok(())))
                .await
                .unwrap();
            misses.arrived();
        }
        let named = "0.mov: gone; 1.mov: gone; 2.mov: gone; 3.mov: gone; 4.mov: gone";
        assert_eq!(said(&misses), format!("20 files were not transferred, among them: {named}"));
    }

    #[tokio::test]
    async fn several_in_a_row_end_an_attempt_if_nothing_works() {
        let down = || ProviderError::new(Fault::Unavailable, "down");
        for (fault, works, fewest) in [
            (Fault::Credentials, false, Some(5)),
            (Fault::Full, false, Some(5)),
            (Fault::Ours, false, Some(5)),
            (Fault::Missing, true, None),
            (Fault::Refused, false, None),
            (Fault::Ended, true, Some(1)),
        ] {
            let (misses, mut ended) = (Misses::default(), None);
            for number in 1..20 {
                let answer = if works { Ok(()) } else { Err(down()) };
                let noted = misses.note("a", ProviderError::new(fault, "no"), ready(answer)).await;
                ended = ended.or_else(|| noted.is_err().then_some(number));
            }
            assert_eq!(ended, fewest, "{fault:?}");
        }
    }
}
