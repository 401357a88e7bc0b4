//! What a watch folder knows about its subfolders and loose files. Pure: the time is passed in.

use std::collections::{BTreeMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::time::Duration;

use domain::backoff::Backoff;
use tokio::time::Instant;
use wire::agent::UploadId;

use super::look::Look;
use crate::automations::hints::Changed;
use crate::journal::watched::Watched;

/// The delay before a failed send is retried; it doubles up to the longest.
const HOLD: Backoff = Backoff::new(Duration::from_mins(1), Duration::from_hours(1));
/// How many times an entry that did not change is begun again.
const AGAIN_MOST: u32 = 8;

/// What to scan.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Due {
    All,
    Names(Vec<OsString>),
}

/// How often a watch folder acts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Intervals {
    /// How long an entry must not change before it is sent.
    pub(super) quiet: Duration,
    /// How often everything is scanned.
    pub(super) all: Duration,
}

#[derive(Default)]
pub(super) struct Known {
    /// Entries that were seen and have not been sent in their current state.
    entries: BTreeMap<OsString, Entry>,
    /// Entries that were sent, in the state they had then.
    rows: BTreeMap<OsString, Watched>,
    all_seen: Option<Instant>,
    /// Entries to scan although nothing says that they changed.
    unseen: HashSet<OsString>,
    /// How many times entries were begun again, in which state.
    again: BTreeMap<OsString, Again>,
}

struct Again {
    fingerprint: String,
    times: u32,
}

struct Entry {
    look: Look,
    /// Time of the last change.
    since: Instant,
    looked: Instant,
    held: Option<Instant>,
    tries: u32,
    trouble: Option<String>,
    /// It was begun so many times in this state that it must change first.
    is_given_up: bool,
}

impl Entry {
    /// `times`: how many times it was begun again in this state. The first time, there is no reason to wait.
    fn fresh(look: Look, begun: Instant, ended: Instant, times: u32) -> Self {
        let held = (times > 1).then(|| ended + hold(times - 2));
        let is_given_up = times >= AGAIN_MOST;
        let trouble = is_given_up.then(|| {
            format!("was begun {times} times and never arrived; it is sent when it changes, or when the agent restarts")
        });
        Self { look, since: ended, looked: begun, held, tries: times.saturating_sub(1), trouble, is_given_up }
    }

    fn is_sendable(&self) -> bool {
        self.look.files > 0 && self.look.unfit.is_none() && !self.is_given_up
    }

    /// When it may be sent if it does not change until then.
    fn ripe(&self, quiet: Duration) -> Instant {
        (self.since + quiet).max(self.held.unwrap_or(self.since))
    }
}

impl Known {
    pub(super) fn load(&mut self, rows: Vec<Watched>) {
        self.rows = rows.into_iter().map(|row| (row.name.clone(), row)).collect();
    }

    pub(super) fn look_at_all(&mut self) {
        self.all_seen = None;
    }

    /// Scans the entry soon.
    pub(super) fn look_at(&mut self, name: &OsStr) {
        self.unseen.insert(name.to_owned());
    }

    /// Names that notifications reported or that must be scanned, and entries that seem settled, as far as more uploads can start.
    pub(super) fn due(&self, changed: Changed, now: Instant, intervals: Intervals, room: usize) -> Due {
        if changed.all || self.all_seen.is_none_or(|seen| now.duration_since(seen) >= intervals.all) {
            return Due::All;
        }
        let ripe = self.ripe(now, intervals.quiet).take(room).map(|(name, _)| name.clone());
        let mut names: Vec<OsString> = ripe.chain(changed.names).chain(self.unseen.iter().cloned()).collect();
        names.sort_unstable();
        names.dedup();
        Due::Names(names)
    }

    fn ripe(&self, now: Instant, quiet: Duration) -> impl Iterator<Item = (&OsString, &Entry)> {
        let is_ripe = move |(name, entry): &(&OsString, &Entry)| {
            entry.is_sendable() && !self.is_sending(name) && entry.ripe(quiet) <= now
        };
        self.entries.iter().filter(is_ripe)
    }

    /// Records what a scan saw of one entry; `None` means that it is gone. A change counts as of the scan's end; an
    /// unchanged state counts as seen at its beginning.
    pub(super) fn see(&mut self, name: OsString, look: Option<Look>, begun: Instant, ended: Instant) {
        self.unseen.remove(&name);
        let Some(look) = look else {
            self.entries.remove(&name);
            return;
        };
        if self.rows.get(&name).is_some_and(|row| row.fingerprint == look.fingerprint) {
            self.entries.remove(&name);
            return;
        }
        match self.entries.get_mut(&name) {
            Some(entry) if entry.look == look => entry.looked = begun,
            _ => {
                let times = self.again.get(&name).filter(|again| again.fingerprint == look.fingerprint);
                let fresh = Entry::fresh(look, begun, ended, times.map_or(0, |again| again.times));
                self.entries.insert(name, fresh);
            }
        }
    }

    /// Records a full scan that found these names. Returns the sent entries that are gone, unless the folder is empty:
    /// then it is unknown what happened.
    pub(super) fn all_seen(&mut self, names: &HashSet<OsString>, now: Instant) -> Vec<OsString> {
        self.all_seen = Some(now);
        if names.is_empty() {
            return Vec::new();
        }
        self.entries.retain(|name, _| names.contains(name));
        self.again.retain(|name, _| names.contains(name));
        let is_gone = |row: &&Watched| row.upload.is_none() && !names.contains(&row.name);
        self.rows.values().filter(is_gone).map(|row| row.name.clone()).collect()
    }

    /// Entries that were scanned again after nothing had changed for long enough.
    pub(super) fn settled(&self, now: Instant, quiet: Duration) -> Vec<(OsString, Look)> {
        let is_proven = |(_, entry): &(&OsString, &Entry)| entry.looked.duration_since(entry.since) >= quiet;
        let ripe = self.ripe(now, quiet).filter(is_proven);
        ripe.map(|(name, entry)| (name.clone(), entry.look.clone())).collect()
    }

    /// A program has locked it, so it has not settled.
    pub(super) fn wait_again(&mut self, name: &OsStr, reason: String, now: Instant) {
        if let Some(entry) = self.entries.get_mut(name) {
            entry.since = now;
            entry.trouble = Some(reason);
        }
    }

    /// It could not be sent.
    pub(super) fn hold(&mut self, name: &OsStr, reason: String, now: Instant) {
        if let Some(entry) = self.entries.get_mut(name) {
            entry.held = Some(now + hold(entry.tries));
            entry.tries += 1;
            entry.trouble = Some(reason);
        }
    }

    pub(super) fn sent(&mut self, row: Watched) {
        self.entries.remove(&row.name);
        self.rows.insert(row.name.clone(), row);
    }

    pub(super) fn forget(&mut self, name: &OsStr) {
        self.rows.remove(name);
        self.again.remove(name);
    }

    /// What was sent of an entry did not arrive or is worth nothing: it is begun again, but not for ever.
    pub(super) fn begin_again(&mut self, name: &OsStr) {
        let Some(row) = self.rows.remove(name) else { return };
        let again = self.again.entry(row.name).or_insert_with(|| Again { fingerprint: String::new(), times: 0 });
        if again.fingerprint != row.fingerprint {
            *again = Again { fingerprint: row.fingerprint, times: 0 };
        }
        again.times += 1;
        self.look_at(name);
    }

    /// Marks an entry as finished.
    pub(super) fn done(&mut self, name: &OsStr) {
        if let Some(row) = self.rows.get_mut(name) {
            row.upload = None;
        }
        self.again.remove(name);
    }

    pub(super) fn in_flight(&self) -> Vec<(OsString, UploadId)> {
        self.rows.values().filter_map(|row| Some((row.name.clone(), row.upload.clone()?))).collect()
    }

    pub(super) fn sending(&self) -> usize {
        self.rows.values().filter(|row| row.upload.is_some()).count()
    }

    fn is_sending(&self, name: &OsStr) -> bool {
        self.rows.get(name).is_some_and(|row| row.upload.is_some())
    }

    /// Whether the entry now differs from what is being sent.
    pub(super) fn has_changed(&self, name: &OsStr) -> bool {
        self.entries.contains_key(name)
    }

    pub(super) fn waiting(&self) -> usize {
        self.entries.values().filter(|entry| entry.look.files > 0).count()
    }

    pub(super) fn troubles(&self) -> impl Iterator<Item = (&OsStr, &str)> {
        self.entries.iter().filter_map(|(name, entry)| {
            let reason = entry.look.unfit.as_deref().or(entry.trouble.as_deref())?;
            Some((name.as_os_str(), reason))
        })
    }

    /// Time until something may be settled or a full scan is due.
    pub(super) fn next(&self, now: Instant, intervals: Intervals, has_room: bool) -> Duration {
        if !self.unseen.is_empty() {
            return Duration::ZERO;
        }
        let looks = self.all_seen.map_or(now, |seen| seen + intervals.all);
        let sendable = self.entries.iter().filter(|(name, entry)| entry.is_sendable() && !self.is_sending(name));
        let ripe = sendable.filter(|_| has_room).map(|(_, entry)| entry.ripe(intervals.quiet)).min();
        ripe.map_or(looks, |ripe| ripe.min(looks)).saturating_duration_since(now)
    }
}

/// Delay after this number of failed tries.
pub(super) fn hold(tries: u32) -> Duration {
    HOLD.delay(tries)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::ffi::OsString;
    use std::time::Duration;

    use tokio::time::Instant;
    use wire::agent::UploadId;

    use super::{Due, Intervals, Known};
    use crate::automations::hints::Changed;
    use crate::automations::watch::look::Look;
    use crate::journal::watched::Watched;

    const QUIET: Duration = Duration::from_secs(10);
    const INTERVALS: Intervals = Intervals { quiet: QUIET, all: Duration::from_mins(10) };

    fn look(fingerprint: &str) -> Look {
        Look { fingerprint: fingerprint.to_owned(), files: 1, unfit: None }
    }

    fn at(start: Instant, seconds: u64) -> Instant {
        start + Duration::from_secs(seconds)
    }

    fn see(known: &mut Known, name: &str, look: impl Into<Option<Look>>, now: Instant) {
        known.see(name.into(), look.into(), now, now);
    }

    fn settled(known: &Known, now: Instant) -> Vec<OsString> {
        known.settled(now, QUIET).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn settled_is_what_two_looks_a_timeout_apart_saw_alike() {
        let (mut known, start) = (Known::default(), Instant::now());
        see(&mut known, "a", look("1"), start);
        assert!(settled(&known, at(start, 11)).is_empty(), "one scan is not enough");
        see(&mut known, "a", look("2"), at(start, 9));
        see(&mut known, "a", look("2"), at(start, 12));
        assert!(settled(&known, at(start, 12)).is_empty(), "it changed three seconds ago");
        see(&mut known, "a", look("2"), at(start, 19));
        assert_eq!(settled(&known, at(start, 19)), ["a"]);
        see(&mut known, "a", None, at(start, 20));
        assert!(settled(&known, at(start, 40)).is_empty(), "it is gone");
    }

    #[test]
    fn what_was_sent_is_sent_again_only_when_it_changed() {
        let (mut known, start) = (Known::default(), Instant::now());
        let upload = Some(UploadId::from_chance([1; 16]));
        see(&mut known, "a", look("1"), start);
        known.sent(Watched { name: "a".into(), fingerprint: "1".into(), upload });
        see(&mut known, "a", look("2"), at(start, 1));
        see(&mut known, "a", look("2"), at(start, 20));
        assert!(settled(&known, at(start, 20)).is_empty(), "the first version is still being sent");
        known.done("a".as_ref());
        assert_eq!(settled(&known, at(start, 20)), ["a"]);
        see(&mut known, "a", look("1"), at(start, 21));
        assert!(settled(&known, at(start, 60)).is_empty(), "as it was when it was sent");
    }

    #[test]
    fn an_empty_folder_says_nothing_of_what_was_in_it() {
        let (mut known, start) = (Known::default(), Instant::now());
        known.load(vec![Watched { name: "a".into(), fingerprint: "1".into(), upload: None }]);
        assert!(known.all_seen(&HashSet::new(), start).is_empty());
        assert_eq!(known.all_seen(&HashSet::from(["b".into()]), start), ["a"]);
    }

    #[test]
    fn what_is_due_follows_hints_and_time() {
        let (mut known, start) = (Known::default(), Instant::now());
        let due = |known: &Known, names: &[&str], all, seconds| {
            let names = names.iter().map(OsString::from).collect();
            known.due(Changed { names, all }, at(start, seconds), INTERVALS, 1)
        };
        assert_eq!(due(&known, &[], false, 0), Due::All, "nothing was seen yet");
        known.all_seen(&HashSet::from(["a".into()]), start);
        for name in ["a", "b"] {
            see(&mut known, name, look("1"), start);
        }
        assert_eq!(due(&known, &[], false, 1), Due::Names(Vec::new()));
        assert_eq!(due(&known, &["x"], false, 1), Due::Names(vec!["x".into()]));
        assert_eq!(due(&known, &["x"], false, 10), Due::Names(vec!["a".into(), "x".into()]), "as many as fit");
        assert_eq!(due(&known, &[], true, 1), Due::All);
        assert_eq!(due(&known, &[], false, 600), Due::All);
        assert_eq!(known.next(at(start, 4), INTERVALS, true), Duration::from_secs(6));
        assert_eq!(known.next(at(start, 4), INTERVALS, false), Duration::from_secs(596));
    }

    #[test]
    fn what_is_begun_again_unchanged_waits_longer_each_time_and_then_until_it_changes() {
        let (mut known, mut now) = (Known::default(), Instant::now());
        known.all_seen(&HashSet::from(["a".into()]), now);
        let begun = |known: &mut Known, now: Instant| {
            let upload = Some(UploadId::from_chance([1; 16]));
            known.sent(Watched { name: "a".into(), fingerprint: "1".into(), upload });
            known.begin_again("a".as_ref());
            assert_eq!(known.due(Changed::default(), now, INTERVALS, 1), Due::Names(vec!["a".into()]));
            see(known, "a", look("1"), now);
            see(known, "a", look("1"), at(now, 10));
        };
        let mut waits = Vec::new();
        for _ in 1..8 {
            begun(&mut known, now);
            let wait = (10..100_000).find(|wait| !settled(&known, at(now, *wait)).is_empty()).unwrap();
            waits.push(wait);
            now = at(now, wait);
        }
        assert_eq!(waits, [10, 60, 120, 240, 480, 960, 1_920]);
        begun(&mut known, now);
        assert!(settled(&known, at(now, 1_000_000)).is_empty());
        assert!(known.troubles().next().unwrap().1.contains("never arrived"));
        see(&mut known, "a", look("2"), at(now, 20));
        see(&mut known, "a", look("2"), at(now, 30));
        assert_eq!(settled(&known, at(now, 30)), ["a"], "it has changed");
    }

    #[test]
    fn what_fails_waits_longer_each_time() {
        let (mut known, start) = (Known::default(), Instant::now());
        see(&mut known, "a", look("1"), start);
        see(&mut known, "a", look("1"), at(start, 10));
        known.hold("a".as_ref(), "refused".into(), at(start, 10));
        assert!(settled(&known, at(start, 69)).is_empty());
        assert_eq!(settled(&known, at(start, 70)), ["a"]);
        known.hold("a".as_ref(), "refused".into(), at(start, 70));
        assert!(settled(&known, at(start, 189)).is_empty());
        assert_eq!(settled(&known, at(start, 190)), ["a"]);
        assert_eq!(known.troubles().collect::<Vec<_>>(), [(std::ffi::OsStr::new("a"), "refused")]);
        see(&mut known, "a", look("2"), at(start, 191));
        assert_eq!(known.troubles().count(), 0, "it is a different entry now");
    }
}
