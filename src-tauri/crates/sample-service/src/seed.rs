//! The initial data: reports for generated sites, over the months before today.

mod sites;

use jiff::{SignedDuration, Timestamp};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::address::Address;
use crate::analysis::{Analysis, analyse};
use crate::answer::date;
use crate::store::reports::{NewReport, Privacy};
pub(crate) use sites::SITES;

/// The password of every protected report in the initial data.
pub const PASSWORD: &str = "sample";

/// About eight months, in seconds.
const SPAN: i64 = 243 * 24 * 3600;

/// The initial data to generate.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    pub seed: u64,
    pub reports: u32,
    pub report_bytes: usize,
    pub now: Timestamp,
}

/// An initial report.
#[derive(Debug, PartialEq)]
pub(crate) struct Seeded {
    address: Address,
    analysis: Analysis,
    privacy: Privacy,
    run: u32,
    created_at: String,
    generated_at: String,
}

impl Plan {
    /// The reports, oldest first; deterministic.
    pub fn reports(&self) -> Vec<Seeded> {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut ages: Vec<i64> = (0..self.reports).map(|_| dice.random_range(600..SPAN)).collect();
        ages.sort_unstable_by(|a, b| b.cmp(a));

        let (mut addresses, mut sites, mut reports) = (Vec::<Address>::new(), Vec::new(), Vec::new());
        for age in ages {
            let repeated = if dice.random_bool(0.08) { addresses.choose(&mut dice).cloned() } else { None };
            let address = repeated.or_else(|| {
                // Sites occur about equally often, in random order.
                if sites.is_empty() {
                    sites.extend(SITES);
                }
                let site = sites.swap_remove(dice.random_range(0..sites.len()));
                Address::parse(&site.address(&mut dice))
            });
            if let Some(address) = address {
                addresses.push(address.clone());
                reports.push(self.report(address, age, &mut dice));
            }
        }
        reports
    }

    fn report(&self, address: Address, age: i64, dice: &mut Xoshiro256PlusPlus) -> Seeded {
        let refreshed = dice.random_bool(0.25);
        let (run, age_of_run) =
            if refreshed { (dice.random_range(2..5), dice.random_range(300..age)) } else { (1, age) };
        let mut analysis = if dice.random_bool(0.015) { Analysis::empty() } else { analyse(&address, run) };
        analysis.pad(self.report_bytes);
        let privacy = match dice.random_range(0..100) {
            0..66 => Privacy::Public,
            66..88 => Privacy::Private,
            _ => Privacy::Password,
        };
        Seeded { address, analysis, privacy, run, created_at: self.before(age), generated_at: self.before(age_of_run) }
    }

    /// The date that many seconds before the plan's time.
    fn before(&self, seconds: i64) -> String {
        date(self.now.checked_sub(SignedDuration::from_secs(seconds)).unwrap_or(Timestamp::MIN))
    }
}

impl Seeded {
    /// The stored form; `password` is the hash of [`PASSWORD`].
    pub fn record<'a>(&'a self, password: &'a str) -> NewReport<'a> {
        NewReport {
            address: &self.address,
            analysis: &self.analysis,
            privacy: self.privacy,
            password: (self.privacy == Privacy::Password).then_some(password),
            run: self.run,
            created_at: &self.created_at,
            generated_at: &self.generated_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use jiff::{Timestamp, ToSpan};

    use super::{Plan, Seeded};
    use crate::store::reports::{Privacy, Verdict};

    fn reports(seed: u64) -> Vec<Seeded> {
        Plan { seed, report_bytes: 0, reports: 240, now: "2026-02-01T00:00:00Z".parse().unwrap() }.reports()
    }

    #[test]
    fn the_same_plan_gives_the_same_reports() {
        assert_eq!(reports(1), reports(1));
        assert_ne!(reports(1), reports(2));
    }

    #[test]
    fn the_reports_are_as_varied_as_real_ones() {
        for seed in 1..5 {
            let reports = reports(seed);
            assert_eq!(reports.len(), 240);

            let projects: BTreeSet<_> = reports.iter().map(|r| &r.address.host).collect();
            assert_eq!(projects.len(), 12);

            let share = |test: &dyn Fn(&Seeded) -> bool| reports.iter().filter(|r| test(r)).count();
            for verdict in [Verdict::Good, Verdict::Decent, Verdict::Bad] {
                let count = share(&|r| Verdict::of(r.analysis.settled()) == verdict);
                assert!(count >= 24, "{verdict:?}: {count} with seed {seed}");
            }
            for privacy in [Privacy::Public, Privacy::Private, Privacy::Password] {
                let count = share(&|r| r.privacy == privacy);
                assert!(count >= 12, "{privacy:?}: {count} with seed {seed}");
            }
            assert!(share(&|r| r.analysis.results == "[]") >= 1, "seed {seed}");
            assert!(share(&|r| r.run > 1) >= 30);
            assert!(share(&|r| r.address.full.chars().count() > 200) >= 3, "seed {seed}");
            assert!(share(&|r| r.address.full.contains('?')) >= 10);
            assert!(share(&|r| !r.address.full.is_ascii()) >= 10);
            assert!(share(&|r| !r.address.secure()) >= 5);

            let mut times = BTreeMap::<_, u32>::new();
            for report in &reports {
                *times.entry(&report.address.full).or_default() += 1;
            }
            assert!(times.values().filter(|count| **count > 1).count() >= 5, "addresses that come twice");
        }
    }

    #[test]
    fn dates_lie_in_the_eight_months_before() {
        let now: Timestamp = "2026-02-01T00:00:00Z".parse().unwrap();
        let reports = reports(1);
        let earliest = (now - (244 * 24).hours()).to_string();
        for pair in reports.windows(2) {
            assert!(pair[0].created_at <= pair[1].created_at);
        }
        for report in &reports {
            assert!(report.created_at <= report.generated_at);
            assert!(report.created_at > earliest && report.generated_at < now.to_string());
        }
        let months: BTreeSet<_> = reports.iter().map(|r| &r.created_at[..7]).collect();
        assert!(months.len() >= 8, "{months:?}");
    }
}
