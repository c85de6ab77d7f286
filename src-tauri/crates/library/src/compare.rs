use std::collections::{HashMap, VecDeque};

use assay_model::{Check, CheckChange, CheckChangeKind, Comparison, Report, Snapshot, ValueChange};
use serde_json::{Map, Value};
use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices};

/// Reported per value.
const MAX_DIFFERENCES: usize = 200;

/// The differences between the checks of two snapshots.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct CheckComparison {
    /// Those that differ, in the order of [`assay_model::Comparison::checks`].
    pub checks: Vec<CheckChange>,
    /// How many are the same.
    pub same: u32,
}

/// The differences between two snapshots. Checks are compared only if both are known.
pub(crate) fn snapshots((before, old): (Snapshot, Report), (after, new): (Snapshot, Report)) -> Comparison {
    let compared = if before.failed.is_some() && after.failed.is_some() {
        checks(&old.checks, &new.checks)
    } else {
        CheckComparison::default()
    };
    Comparison { before, after, checks: compared.checks, same: compared.same }
}

/// Compares the checks of two snapshots.
pub(crate) fn checks(before: &[Check], after: &[Check]) -> CheckComparison {
    let mut compared = CheckComparison { checks: Vec::new(), same: 0 };
    for (before, after) in pairs(before, after, |check| &check.name) {
        if before == after {
            compared.same += 1;
        } else {
            compared.checks.extend(change(before, after));
        }
    }
    compared.checks.sort_by_cached_key(rank);
    compared
}

/// A check before and after; one of them may be missing.
type Pair<'a, T> = (Option<&'a T>, Option<&'a T>);

/// Matches the checks of two snapshots by name and, for repeated names, by position.
pub(crate) fn pairs<'a, T>(before: &'a [T], after: &'a [T], name: impl Fn(&'a T) -> &'a str) -> Vec<Pair<'a, T>> {
    let mut earlier: HashMap<&str, VecDeque<&T>> = HashMap::new();
    for check in before {
        earlier.entry(name(check)).or_default().push_back(check);
    }
    let mut pairs: Vec<_> =
        after.iter().map(|after| (earlier.get_mut(name(after)).and_then(VecDeque::pop_front), Some(after))).collect();
    pairs.extend(earlier.into_values().flatten().map(|before| (Some(before), None)));
    pairs
}

fn change(before: Option<&Check>, after: Option<&Check>) -> Option<CheckChange> {
    let (kind, values) = match (before, after) {
        (Some(before), Some(after)) => (kind(before.passed, after.passed), places(&before.value, &after.value)),
        (None, Some(_)) => (CheckChangeKind::Added, Vec::new()),
        (Some(_), None) => (CheckChangeKind::Removed, Vec::new()),
        (None, None) => return None,
    };
    let name = after.or(before)?.name.clone();
    Some(CheckChange { name, kind, before: before.cloned(), after: after.cloned(), values })
}

/// How a check changed that is in both snapshots.
pub(crate) fn kind(before: Option<bool>, after: Option<bool>) -> CheckChangeKind {
    match (before, after) {
        (Some(true), Some(false)) => CheckChangeKind::Broken,
        (Some(false), Some(true)) => CheckChangeKind::Fixed,
        _ => CheckChangeKind::Changed,
    }
}

/// Broken, then fixed, then others; each by importance, with unknown last, then by name.
fn rank(change: &CheckChange) -> impl Ord + use<> {
    let importance = change.after.as_ref().or(change.before.as_ref()).and_then(|check| check.importance);
    let kind = change.kind.min(CheckChangeKind::Changed);
    (kind, importance.is_none(), importance, change.name.clone())
}

/// The paths that differ between two values, at most [`MAX_DIFFERENCES`].
fn places(before: &Value, after: &Value) -> Vec<ValueChange> {
    let mut found = Vec::new();
    compare(String::new(), Some(before), Some(after), &mut found);
    found
}

fn compare(path: String, before: Option<&Value>, after: Option<&Value>, found: &mut Vec<ValueChange>) {
    if found.len() == MAX_DIFFERENCES || before == after {
        return;
    }
    match (before, after) {
        (Some(Value::Object(before)), Some(Value::Object(after))) => compare_maps(&path, before, after, found),
        (Some(Value::Array(before)), Some(Value::Array(after))) => compare_lists(&path, before, after, found),
        (None | Some(Value::Null), None | Some(Value::Null)) => {}
        _ => found.push(ValueChange { path, before: before.cloned(), after: after.cloned() }),
    }
}

fn compare_maps(path: &str, before: &Map<String, Value>, after: &Map<String, Value>, found: &mut Vec<ValueChange>) {
    for (key, value) in before {
        compare(inside(path, key), Some(value), after.get(key), found);
    }
    for (key, value) in after.iter().filter(|(key, _)| !before.contains_key(*key)) {
        compare(inside(path, key), None, Some(value), found);
    }
}

/// Insertions and removals don't make later items differ. Paths refer to the later list, or to the
/// earlier one for removed items.
fn compare_lists(path: &str, before: &[Value], after: &[Value], found: &mut Vec<ValueChange>) {
    let steps = capture_diff_slices(Algorithm::Myers, before, after);
    for (_, old, new) in steps.iter().map(DiffOp::as_tag_tuple).filter(|(tag, ..)| *tag != DiffTag::Equal) {
        for turn in 0..old.len().max(new.len()) {
            let (earlier, later) = (old.clone().nth(turn), new.clone().nth(turn));
            let Some(place) = later.or(earlier) else { continue };
            let (earlier, later) = (earlier.and_then(|at| before.get(at)), later.and_then(|at| after.get(at)));
            compare(format!("{path}[{place}]"), earlier, later, found);
        }
    }
}

/// The path in a map: `map.key`, or `map["a key"]` if ambiguous.
fn inside(path: &str, key: &str) -> String {
    let is_plain = !key.is_empty() && !key.contains(['.', '[', ']', '"']);
    match (is_plain, path.is_empty()) {
        (true, true) => key.to_owned(),
        (true, false) => format!("{path}.{key}"),
        (false, _) => format!("{path}[{}]", Value::from(key)),
    }
}

#[cfg(test)]
mod tests {
    use assay_model::Importance;
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn check(name: &str, passed: Option<bool>, value: Value) -> Check {
        Check { name: name.into(), passed, importance: None, value, errors: None, other: Map::new() }
    }

    fn found(before: &Value, after: &Value) -> Vec<(String, Value, Value)> {
        let plain = |value: Option<Value>| value.unwrap_or_default();
        places(before, after).into_iter().map(|it| (it.path, plain(it.before), plain(it.after))).collect()
    }

    fn place(path: &str, before: Value, after: Value) -> (String, Value, Value) {
        (path.into(), before, after)
    }

    #[test]
    fn tells_in_which_way_each_check_differs() {
        let before = [
            check("broken", Some(true), json!(1)),
            check("fixed", Some(false), json!(1)),
            check("found_more", Some(true), json!(1)),
            check("untold", None, json!(1)),
            check("removed", Some(true), json!(1)),
            check("same", Some(true), json!(1)),
        ];
        let after = [
            check("same", Some(true), json!(1)),
            check("added", Some(false), json!(1)),
            check("untold", Some(false), json!(1)),
            check("found_more", Some(true), json!(2)),
            check("fixed", Some(true), json!(1)),
            check("broken", Some(false), json!(1)),
        ];
        let compared = checks(&before, &after);
        let kinds: Vec<_> = compared.checks.iter().map(|change| (change.name.as_str(), change.kind)).collect();
        assert_eq!(
            kinds,
            [
                ("broken", CheckChangeKind::Broken),
                ("fixed", CheckChangeKind::Fixed),
                ("added", CheckChangeKind::Added),
                ("found_more", CheckChangeKind::Changed),
                ("removed", CheckChangeKind::Removed),
                ("untold", CheckChangeKind::Changed),
            ]
        );
        assert_eq!(compared.same, 1);
        assert_eq!(compared.checks[2].before, None);
        assert_eq!(compared.checks[4].after, None);
    }

    #[test]
    fn puts_what_matters_most_first() {
        let named = |name: &str, importance, passed| Check { importance, ..check(name, Some(passed), json!(null)) };
        let all = |passed| {
            [
                named("d", None, passed),
                named("c", Some(Importance::Low), passed),
                named("b", Some(Importance::High), passed),
                named("a", Some(Importance::High), passed),
            ]
        };
        let compared = checks(&all(true), &all(false));
        assert_eq!(compared.checks.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["a", "b", "c", "d"]);
    }

    #[test]
    fn tells_checks_of_one_name_apart_by_their_turn() {
        let twice = |second: &str| [check("title", Some(true), json!("a")), check("title", None, json!(second))];
        let compared = checks(&twice("b"), &twice("c"));
        assert_eq!((compared.checks.len(), compared.same), (1, 1));
        assert_eq!(compared.checks[0].values[0].path, "");
    }

    #[test]
    fn finds_the_single_places_of_a_value() {
        assert_eq!(found(&json!("a"), &json!("b")), [place("", json!("a"), json!("b"))]);
        assert_eq!(
            found(&json!({"min": 3, "max": null}), &json!({"min": 3, "max": 9})),
            [place("max", json!(null), json!(9))]
        );
        assert_eq!(
            found(&json!([{"src": "a", "alt": "x"}, {"src": "b"}]), &json!([{"src": "a", "alt": "y"}, {"src": "b"}])),
            [place("[0].alt", json!("x"), json!("y"))]
        );
        assert_eq!(
            found(&json!({"a.b": {"": 1}}), &json!({"a.b": {"": 2}})),
            [place(r#"["a.b"][""]"#, json!(1), json!(2))]
        );
        assert_eq!(found(&json!({"a": [1]}), &json!({"a": {}})), [place("a", json!([1]), json!({}))]);
        assert_eq!(found(&json!({"a": null}), &json!({})), []);
    }

    #[test]
    fn an_item_more_or_less_does_not_make_the_others_differ() {
        let pages: Vec<String> = (0..300).map(|number| format!("https://example.com/{number}")).collect();
        let mut longer = pages.clone();
        longer.insert(150, "https://example.com/new".into());
        assert_eq!(
            found(&json!(pages), &json!(longer)),
            [place("[150]", json!(null), json!("https://example.com/new"))]
        );
        assert_eq!(
            found(&json!(longer), &json!(pages)),
            [place("[150]", json!("https://example.com/new"), json!(null))]
        );
    }

    #[test]
    fn tells_of_no_more_than_two_hundred_places_however_long_the_lists() {
        let list = |from: u32| Value::from((from..from + 50_000).collect::<Vec<_>>());
        assert_eq!(places(&list(0), &list(1_000_000)).len(), MAX_DIFFERENCES);
    }

    /// Values without `null`, which stands for a missing value.
    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            any::<bool>().prop_map(Value::from),
            (0..4u8).prop_map(Value::from),
            r#"[ab.\[\]"]{0,2}"#.prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::hash_map(r#"[ab.\[\]"]{0,2}"#, inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    fn some_checks() -> impl Strategy<Value = Vec<Check>> {
        let one =
            ("[a-d]", any::<Option<bool>>(), values()).prop_map(|(name, passed, value)| check(&name, passed, value));
        prop::collection::vec(one, 0..6)
    }

    #[derive(PartialEq, Eq, Hash)]
    enum Step {
        Key(String),
        Place(usize),
    }

    fn steps(path: &str) -> Vec<Step> {
        let (mut steps, mut rest) = (Vec::new(), path);
        while !rest.is_empty() {
            if let Some(bracketed) = rest.strip_prefix('[') {
                let mut read = serde_json::Deserializer::from_str(bracketed).into_iter::<Value>();
                let step = match read.next().unwrap().unwrap() {
                    Value::String(key) => Step::Key(key),
                    place => Step::Place(usize::try_from(place.as_u64().unwrap()).unwrap()),
                };
                rest = bracketed[read.byte_offset()..].strip_prefix(']').unwrap();
                steps.push(step);
            } else {
                let key = rest.strip_prefix('.').unwrap_or(rest);
                let end = key.find(['.', '[']).unwrap_or(key.len());
                steps.push(Step::Key(key[..end].into()));
                rest = &key[end..];
            }
        }
        steps
    }

    type PathChange<'a> = (&'a [Step], &'a ValueChange);

    /// Applies the reported differences to the earlier value.
    fn patched(before: Option<&Value>, told: &[PathChange]) -> Option<Value> {
        if let Some((_, whole)) = told.iter().find(|(steps, _)| steps.is_empty()) {
            return whole.after.clone();
        }
        let inside = |step: &Step| -> Vec<PathChange> {
            let of_step = told.iter().filter(|(steps, _)| steps.first() == Some(step));
            of_step.map(|(steps, change)| (&steps[1..], *change)).collect()
        };
        match before? {
            Value::Object(map) => {
                let told_keys = told.iter().filter_map(|(steps, _)| match &steps[0] {
                    Step::Key(key) if !map.contains_key(key) => Some(key),
                    _ => None,
                });
                let keys = map.keys().chain(told_keys);
                let value = |key: &String| patched(map.get(key), &inside(&Step::Key(key.clone())));
                Some(Value::Object(keys.filter_map(|key| Some((key.clone(), value(key)?))).collect()))
            }
            Value::Array(list) => Some(Value::Array(patched_list(list, inside))),
            scalar => Some(scalar.clone()),
        }
    }

    fn patched_list<'a>(list: &[Value], inside: impl Fn(&Step) -> Vec<PathChange<'a>>) -> Vec<Value> {
        let is_removal = |(steps, change): &PathChange| steps.is_empty() && change.after.is_none();
        let is_insertion = |(steps, change): &PathChange| steps.is_empty() && change.before.is_none();
        let is_kept = |(place, _): &(usize, &Value)| !inside(&Step::Place(*place)).iter().any(is_removal);
        let mut kept = list.iter().enumerate().filter(is_kept).map(|(_, item)| item);
        let mut patched_list = Vec::new();
        loop {
            let mut told = inside(&Step::Place(patched_list.len()));
            told.retain(|it| !is_removal(it));
            let before = if told.iter().any(is_insertion) { None } else { kept.next() };
            match patched(before, &told) {
                Some(item) => patched_list.push(item),
                None => return patched_list,
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_the_same_has_no_differences(all in some_checks()) {
            let compared = checks(&all, &all);
            prop_assert_eq!(compared.checks, vec![]);
            prop_assert_eq!(usize::try_from(compared.same), Ok(all.len()));
        }

        #[test]
        fn what_is_told_leads_from_the_earlier_value_to_the_later_one(before in values(), after in values()) {
            let places = places(&before, &after);
            prop_assume!(places.len() < MAX_DIFFERENCES);
            let steps: Vec<_> = places.iter().map(|change| steps(&change.path)).collect();
            let told: Vec<PathChange> = steps.iter().map(Vec::as_slice).zip(&places).collect();
            prop_assert_eq!(patched(Some(&before), &told), Some(after));
        }

        #[test]
        fn looking_back_shows_the_opposite(before in some_checks(), after in some_checks()) {
            let mut kinds: Vec<_> = checks(&before, &after).checks.into_iter().map(|it| (it.name, it.kind)).collect();
            let mut back: Vec<_> = checks(&after, &before).checks.into_iter().map(|it| {
                let kind = match it.kind {
                    CheckChangeKind::Broken => CheckChangeKind::Fixed,
                    CheckChangeKind::Fixed => CheckChangeKind::Broken,
                    CheckChangeKind::Added => CheckChangeKind::Removed,
                    CheckChangeKind::Removed => CheckChangeKind::Added,
                    CheckChangeKind::Changed => CheckChangeKind::Changed,
                };
                (it.name, kind)
            }).collect();
            kinds.sort();
            back.sort();
            prop_assert_eq!(kinds, back);
        }
    }
}
