//! Finds the best number of connections by measuring throughput.
//!
//! More connections help on lossy or long links, and otherwise only cost time and memory. So the tuner tries more and
//! keeps them only if the throughput rises. After a pause it tries fewer, and keeps that if nothing is lost. It is a
//! pure rule without a clock; the caller feeds it measurements.

/// The gain that a step must bring to be kept.
const WORTHWHILE: f64 = 1.05;
/// The loss that is acceptable with fewer connections.
const BEARABLE: f64 = 0.97;
/// Samples between two trials once a good number is found.
const REST: u32 = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trial {
    /// The first sample of a number, with nothing to compare it to yet.
    Base,
    /// Trying more than `from`.
    Up {
        from: usize,
    },
    /// Trying fewer than `from`.
    Down {
        from: usize,
    },
    Rest {
        samples: u32,
        then_up: bool,
    },
}

#[derive(Debug)]
pub(crate) struct Tuner {
    limit: usize,
    most: usize,
    least: usize,
    /// Bytes per second with the last number that was kept.
    base: f64,
    trial: Trial,
    /// Doubles until the first step without a gain, then takes smaller steps.
    is_climbing: bool,
}

impl Tuner {
    pub(crate) fn new(start: usize, least: usize, most: usize) -> Self {
        let most = most.max(1);
        Self {
            limit: start.clamp(1, most),
            most,
            least: least.min(most),
            base: 0.0,
            trial: Trial::Base,
            is_climbing: true,
        }
    }

    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Changes the upper bound.
    pub(crate) fn set_most(&mut self, most: usize) {
        self.most = most.max(1);
        self.least = self.least.min(self.most);
        self.limit = self.limit.min(self.most);
    }

    /// The round-trip time turned out to be long: do not climb from the bottom.
    pub(crate) fn begin_at(&mut self, limit: usize) {
        if self.trial == Trial::Base && limit > self.limit {
            self.limit = limit.min(self.most);
        }
    }

    /// Halves the number. Trials continue from there.
    pub(crate) fn shrink(&mut self) {
        self.limit = (self.limit / 2).max(1);
        self.is_climbing = false;
        self.trial = Trial::Rest { samples: REST, then_up: true };
    }

    /// Throughput since the last sample. Samples while connections were idle for lack of work are ignored.
    pub(crate) fn sample(&mut self, bytes_per_second: f64, is_crowded: bool) -> usize {
        if is_crowded {
            self.judge(bytes_per_second);
        }
        self.limit
    }

    fn judge(&mut self, rate: f64) {
        match self.trial {
            Trial::Up { from } if rate < self.base * WORTHWHILE => {
                self.limit = from.min(self.most);
                self.is_climbing = false;
                self.trial = Trial::Rest { samples: REST, then_up: false };
            }
            Trial::Base | Trial::Up { .. } => self.keep(rate),
            Trial::Down { from } => {
                if rate < self.base * BEARABLE {
                    self.limit = from.min(self.most);
                } else {
                    self.base = rate;
                }
                self.trial = Trial::Rest { samples: REST, then_up: true };
            }
            Trial::Rest { samples, then_up } if samples > 0 => {
                // The line may have changed; trials are compared with its current throughput.
                self.base = self.base.mul_add(0.5, rate * 0.5);
                self.trial = Trial::Rest { samples: samples - 1, then_up };
            }
            Trial::Rest { then_up, .. } => {
                self.base = rate;
                if then_up { self.try_more() } else { self.try_fewer() }
            }
        }
    }

    fn keep(&mut self, rate: f64) {
        self.base = rate;
        self.try_more();
    }

    fn try_more(&mut self) {
        let step = if self.is_climbing { self.limit } else { self.limit.div_ceil(4) };
        let more = (self.limit + step).min(self.most);
        self.trial = if more > self.limit {
            Trial::Up { from: self.limit }
        } else {
            Trial::Rest { samples: REST, then_up: false }
        };
        self.limit = more;
    }

    fn try_fewer(&mut self) {
        let fewer = (self.limit - self.limit.div_ceil(4)).max(self.least);
        self.trial = if fewer < self.limit {
            Trial::Down { from: self.limit }
        } else {
            Trial::Rest { samples: REST, then_up: true }
        };
        self.limit = fewer;
    }
}

#[cfg(test)]
mod tests {
    use super::Tuner;

    /// The number after many samples of a line with the throughput `rate(connections)`.
    fn settled(tuner: &mut Tuner, rate: impl Fn(f64) -> f64) -> (usize, usize) {
        let mut seen: Vec<usize> = Vec::new();
        for _ in 0..400 {
            let connections = u32::try_from(tuner.limit()).unwrap();
            seen.push(tuner.sample(rate(f64::from(connections)), true));
        }
        let tail = &seen[300..];
        (*tail.iter().min().unwrap(), *tail.iter().max().unwrap())
    }

    #[test]
    fn it_climbs_where_more_connections_bring_more() {
        // Each connection of a lossy line adds 1, and the line carries 32.
        let mut tuner = Tuner::new(8, 4, 64);
        let (least, most) = settled(&mut tuner, |connections| connections.min(32.0));
        assert!(least >= 24 && most <= 48, "{least}..{most}");
    }

    #[test]
    fn it_stays_low_where_one_connection_fills_the_line_and_comes_down_again() {
        let mut tuner = Tuner::new(8, 4, 64);
        let (_, most) = settled(&mut tuner, |_| 100.0);
        assert!(most <= 8, "{most}");
        // The line got worse, and then better again.
        let (least, _) = settled(&mut tuner, |connections| connections);
        assert!(least >= 40, "{least}");
        let (_, most) = settled(&mut tuner, |_| 100.0);
        assert!(most <= 12, "{most}");
    }

    #[test]
    fn what_is_not_crowded_teaches_nothing_and_bounds_hold() {
        let mut tuner = Tuner::new(8, 4, 64);
        for rate in [1.0, 1000.0, 0.0] {
            assert_eq!(tuner.sample(rate, false), 8);
        }
        tuner.begin_at(32);
        assert_eq!(tuner.limit(), 32);
        tuner.set_most(2);
        assert_eq!(tuner.limit(), 2);
        for rate in 1..100 {
            assert!(tuner.sample(f64::from(rate), true) <= 2);
        }
    }
}
