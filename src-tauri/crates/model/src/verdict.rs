use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A report's conclusion about its page: the interface's `result` (`interface.md` §2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Score above 79.
    Good,
    /// Score from 49 to 79.
    Decent,
    /// Score below 49.
    Bad,
}

impl Verdict {
    /// Returns the interface's word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Decent => "decent",
            Self::Bad => "bad",
        }
    }

    /// Converts the interface's word, in any case; `None` for any other text.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Good, Self::Decent, Self::Bad].into_iter().find(|verdict| word.eq_ignore_ascii_case(verdict.word()))
    }

    /// Returns the verdict of a score of 0–100, as in the services' own filter (`field-notes.md`
    /// 3).
    #[must_use]
    pub fn of_score(score: f64) -> Self {
        if score > 79.0 {
            Self::Good
        } else if score >= 49.0 {
            Self::Decent
        } else {
            Self::Bad
        }
    }

    /// Returns the score that a report sorts by: without one, the lowest of its verdict; `None`
    /// without both.
    #[must_use]
    pub fn sort_score(score: Option<f64>, verdict: Option<Self>) -> Option<f64> {
        score.or_else(|| {
            verdict.map(|verdict| match verdict {
                Self::Good => 79.0_f64.next_up(),
                Self::Decent => 49.0,
                Self::Bad => 0.0,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict;

    #[test]
    fn the_limits_are_those_of_the_services() {
        for (score, verdict) in [
            (0.0, Verdict::Bad),
            (48.99, Verdict::Bad),
            (49.0, Verdict::Decent),
            (79.0, Verdict::Decent),
            (79.5, Verdict::Good),
            (100.0, Verdict::Good),
        ] {
            assert_eq!(Verdict::of_score(score), verdict, "{score}");
        }
    }

    #[test]
    fn words_are_read_in_any_case_and_nothing_else_is() {
        assert_eq!(Verdict::from_word("Decent"), Some(Verdict::Decent));
        assert_eq!(Verdict::from_word("fine"), None);
    }
}
