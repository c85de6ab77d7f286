//! The score over time, as a drawing.

use assay_model::Verdict;
use jiff::civil::Date;
use maud::{Markup, html};

use super::{
    DayScore,
    texts::{Texts, filled},
};

/// Beside the scale and the names of the bands.
const WIDTH: f64 = 580.0;
const HEIGHT: f64 = 150.0;
/// Scores above the first one are good, and from the second one on decent, as [`Verdict::of_score`] says.
const LIMITS: [f64; 2] = [79.0, 49.0];

/// Draws the scores; nothing if they are of fewer than two days.
pub(super) fn chart(scores: &[DayScore], texts: &Texts) -> Option<Markup> {
    let (first, last) = (scores.first()?, scores.last()?);
    let days = days_between(first.day, last.day);
    if days <= 0.0 {
        return None;
    }
    let at = |point: &DayScore| (WIDTH * days_between(first.day, point.day) / days, y(point.score));
    let line: Vec<_> = scores.iter().map(at).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let (from, to) = (texts.date(first.day), texts.date(last.day));
    let name = filled(&texts.chart, &[("from", &from), ("to", &to)]);
    let (from_score, to_score) = (Texts::score(first.score), Texts::score(last.score));
    let verdict = super::page::class(Some(Verdict::of_score(last.score)));
    Some(html! {
        // Time goes from left to right in every language, as in the window.
        figure dir="ltr" {
            svg.chart viewBox="0 0 676 150" role="img" aria-label={ (name) ": " (from_score) " – " (to_score) } {
                (bands(texts))
                @for limit in LIMITS {
                    line.limit x1="0" x2=(WIDTH) y1=(y(limit)) y2=(y(limit)) {}
                    text x=(WIDTH + 8.0) y=(y(limit) + 4.0) { (limit) }
                }
                polyline.line points=(line.join(" ")) {}
                circle.(verdict) cx=(WIDTH) cy=(y(last.score)) r="4.5" {}
            }
            // Not all webviews keep the direction of texts in drawings.
            figcaption aria-hidden="true" {
                @for point in [first, last] { bdi dir=(texts.direction) { (texts.date(point.day)) } }
            }
        }
    })
}

fn bands(texts: &Texts) -> Markup {
    let [good, decent] = LIMITS;
    let bands = [(Verdict::Good, 100.0, good), (Verdict::Decent, good, decent), (Verdict::Bad, decent, 0.0)];
    html! {
        @for (verdict, top, bottom) in bands {
            rect.{ "band " (super::page::class(Some(verdict))) } x="0" y=(y(top)) width=(WIDTH) height=(y(bottom) - y(top)) {}
            text.name x=(WIDTH + 30.0) y=(f64::midpoint(y(top), y(bottom)) + 4.0) { (texts.verdict(Some(verdict))) }
        }
    }
}

fn y(score: f64) -> f64 {
    HEIGHT * (1.0 - score.clamp(0.0, 100.0) / 100.0)
}

fn days_between(one: Date, other: Date) -> f64 {
    f64::from((other - one).get_days())
}

#[cfg(test)]
mod tests {
    use assay_model::Verdict;

    use super::LIMITS;

    #[test]
    fn the_limits_are_those_of_the_verdicts() {
        let [good, decent] = LIMITS;
        let told = [good + 0.01, good, decent, decent - 0.01].map(Verdict::of_score);
        assert_eq!(told, [Verdict::Good, Verdict::Decent, Verdict::Decent, Verdict::Bad]);
    }
}
