//! Every file in `tests/wire` is a service's response with its expected result. To add a case, add
//! a file (`tests/wire/README.md`).

use std::{env, fs, path::Path};

use assay_model::{NewReport, ProjectQuery, ReportQuery, ReportUpdate};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    client,
    common::{Canned, Recorder},
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// What the case shows.
    about: String,
    call: Call,
    /// The first response, then those to follow-up requests.
    answers: Vec<Answer>,
    /// The call's result: `Ok` or `Err`, with at least these parts.
    reads: Outcome,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Call {
    ListReports(ReportQuery),
    ReadReport(String),
    CreateReport(NewReport),
    UpdateReport(String, ReportUpdate),
    DeleteReport(String),
    ListProjects(ProjectQuery),
    DeleteProject(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    #[serde(default = "ok")]
    status: u16,
    #[serde(default)]
    headers: Vec<(String, String)>,
    body: Value,
    #[serde(default)]
    sent_as: SentAs,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SentAs {
    #[default]
    Json,
    /// For invalid JSON, or to keep its spelling.
    Text,
    /// For invalid UTF-8.
    Latin1,
}

fn ok() -> u16 {
    200
}

#[derive(Deserialize)]
enum Outcome {
    Ok(Value),
    Err(Value),
}

/// A test for each call; a missing one would be reported.
macro_rules! tests {
    ($($test:ident: $call:ident),* $(,)?) => {
        $(
            #[tokio::test]
            async fn $test() {
                play_all(|call| matches!(call, Call::$call { .. })).await;
            }
        )*

        const _: fn(&Call) = |call| match call {
            $(Call::$call { .. } => {})*
        };
    };
}

tests! {
    recorded_lists_of_reports_are_read_as_they_should_be: ListReports,
    recorded_reports_are_read_as_they_should_be: ReadReport,
    recorded_creates_are_read_as_they_should_be: CreateReport,
    recorded_updates_are_read_as_they_should_be: UpdateReport,
    recorded_deletes_are_read_as_they_should_be: DeleteReport,
    recorded_lists_of_projects_are_read_as_they_should_be: ListProjects,
    recorded_deletes_of_projects_are_read_as_they_should_be: DeleteProject,
}

async fn play_all(is_meant: impl Fn(&Call) -> bool) {
    // At run time, since checkouts may share a build folder.
    let folder = Path::new(&env::var_os("CARGO_MANIFEST_DIR").unwrap()).join("../../../tests/wire");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let (mut played, mut wrong) = (0, Vec::new());
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let case: Case = serde_json::from_str(&fs::read_to_string(&file).unwrap())
            .unwrap_or_else(|error| panic!("{name} is no case: {error}"));
        if !is_meant(&case.call) {
            continue;
        }
        played += 1;
        let about = case.about.clone();
        if let Err(difference) = play(case).await {
            wrong.push(format!("{name} ({about}): {difference}"));
        }
    }
    assert!(played > 0);
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

async fn play(case: Case) -> Result<(), String> {
    let asked = case.answers.len();
    let recorder = Recorder::start(case.answers.into_iter().map(canned)).await;
    let client = client(&recorder);
    let outcome = match &case.call {
        Call::ListReports(query) => client.list_reports(query).await.map(|page| json!(page)),
        Call::ReadReport(id) => client.read_report(id).await.map(|report| json!(report)),
        Call::CreateReport(report) => client.create_report(report).await.map(|report| json!(report)),
        Call::UpdateReport(id, update) => client.update_report(id, update).await.map(|report| json!(report)),
        Call::DeleteReport(id) => client.delete_report(id).await.map(|deleted| json!(deleted)),
        Call::ListProjects(query) => client.list_projects(query).await.map(|page| json!(page)),
        Call::DeleteProject(project) => client.delete_project(project).await.map(|deleted| json!(deleted)),
    };
    if recorder.received().len() != asked {
        return Err(format!("{asked} answers, but asked {:?}", recorder.lines()));
    }
    match (case.reads, outcome) {
        (Outcome::Ok(expected), Ok(found)) => compare("", &expected, &found),
        (Outcome::Err(expected), Err(found)) => compare("", &expected, &json!(found)),
        (Outcome::Ok(_), Err(problem)) => Err(format!("failed with {problem}")),
        (Outcome::Err(_), Ok(found)) => Err(format!("gave {found}")),
    }
}

fn canned(answer: Answer) -> Canned {
    let headers: Vec<_> = answer.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let body = match (answer.sent_as, answer.body) {
        (SentAs::Text, Value::String(text)) => text.into_bytes(),
        (SentAs::Latin1, Value::String(text)) => text.chars().map(|c| u8::try_from(c).unwrap()).collect(),
        (_, body) => body.to_string().into_bytes(),
    };
    Canned::answer(answer.status, &headers, body)
}

/// All expected values must be found; maps may have others.
fn compare(path: &str, expected: &Value, found: &Value) -> Result<(), String> {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) if !expected.is_empty() => {
            expected.iter().try_for_each(|(name, value)| {
                compare(&format!("{path}.{name}"), value, found.get(name).unwrap_or(&Value::Null))
            })
        }
        (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => expected
            .iter()
            .zip(found)
            .enumerate()
            .try_for_each(|(index, (expected, found))| compare(&format!("{path}[{index}]"), expected, found)),
        _ if expected == found => Ok(()),
        _ => Err(format!("{path}: expected {expected}, found {found}")),
    }
}
