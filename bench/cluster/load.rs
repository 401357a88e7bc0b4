//! Callers that send requests without a pause, and how long they wait.

use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use futures_util::{future, stream};

/// How many requests are in flight at any time.
pub(crate) const CALLERS: usize = 32;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Timing {
    pub(crate) done: f64,
    pub(crate) seconds: f64,
    pub(crate) p50: f64,
    pub(crate) p99: f64,
}

impl Timing {
    pub(crate) fn rate(&self) -> f64 {
        self.done / self.seconds
    }

    fn of(mut millis: Vec<f64>, seconds: f64) -> Self {
        millis.sort_by(f64::total_cmp);
        let at = |share: usize| millis.get(millis.len() * share / 100).copied().unwrap_or(f64::NAN);
        Self { done: count(millis.len()), seconds, p50: at(50), p99: at(99) }
    }
}

pub(crate) fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

/// Calls with the numbers from 0, until they or the time run out. One refusal fails the whole run.
pub(crate) async fn drive<T>(
    numbers: usize,
    time: Duration,
    call: impl AsyncFn(usize) -> anyhow::Result<T>,
) -> anyhow::Result<(Timing, Vec<T>)> {
    let started = Instant::now();
    let timed = async |number: usize| -> anyhow::Result<(f64, T)> {
        let begun = Instant::now();
        let answer = call(number).await?;
        Ok((begun.elapsed().as_secs_f64() * 1_000.0, answer))
    };
    let in_time = |_: &usize| future::ready(started.elapsed() < time);
    let mut answers = stream::iter(0..numbers).take_while(in_time).map(timed).buffer_unordered(CALLERS).boxed_local();
    let (mut millis, mut outcomes) = (Vec::new(), Vec::new());
    while let Some(answer) = answers.next().await {
        let (time, outcome) = answer?;
        millis.push(time);
        outcomes.push(outcome);
    }
    Ok((Timing::of(millis, started.elapsed().as_secs_f64()), outcomes))
}
