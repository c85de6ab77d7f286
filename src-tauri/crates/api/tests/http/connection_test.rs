//! The connection test, against working and failing services.

use std::sync::Mutex;

use assay_api::{ClientSettings, Limits, test_connection};
use assay_model::{
    CheckStep, FieldReason, Finding, Paging, Problem, ProblemCode, ProxyChoice, ReportSort, ServiceCapabilities, Step,
    StepOutcome,
};
use serde_json::json;
use tokio::net::TcpListener;
use url::Url;

use crate::{
    KEY,
    authority::{Authority, self_signed},
    base_at,
    common::{Canned, Recorder},
    nowhere,
    tls::bare,
};

struct Check {
    steps: Vec<CheckStep>,
    generation: ServiceCapabilities,
}

impl Check {
    async fn run(base: &Url, setup: ClientSettings) -> Self {
        Self::try_run(base, Ok(setup)).await
    }

    /// Runs a test, which must name each step once, in order, without the key.
    async fn try_run(base: &Url, setup: Result<ClientSettings, Problem>) -> Self {
        let told = Mutex::new(Vec::new());
        let tell = |step| told.lock().unwrap().push(step);
        let (steps, generation) = test_connection(base, Ok(KEY.into()), setup, &tell).await;
        let named: Vec<_> = steps.iter().map(|step| step.step).collect();
        assert_eq!(named, Step::ALL);
        let ended = |is_well: bool| {
            let outcomes: &[_] =
                if is_well { &[StepOutcome::Passed, StepOutcome::Absent] } else { &[StepOutcome::Failed] };
            let found = steps.iter().filter(|step| outcomes.contains(&step.outcome));
            found.map(|step| step.step).collect::<Vec<_>>()
        };
        let mut told = told.into_inner().unwrap();
        // A step that ended well may fail in a later request.
        told.retain(|step| !ended(false).contains(step));
        assert_eq!(told, ended(true));
        let told = json!([steps, generation]).to_string();
        assert!(!told.contains(KEY), "{told}");
        Self { steps, generation }
    }

    fn at(&self, step: Step) -> &CheckStep {
        self.steps.iter().find(|found| found.step == step).unwrap()
    }

    fn outcome(&self, step: Step) -> StepOutcome {
        self.at(step).outcome
    }

    fn finding(&self, step: Step) -> Option<Finding> {
        self.at(step).finding.clone()
    }

    /// Fails at a step after passing the ones before it and skipping the rest.
    fn assert_ends(&self, at: Step, code: ProblemCode) {
        for found in &self.steps {
            match found.outcome {
                StepOutcome::Failed => assert_eq!(found.step, at, "{found:?}"),
                StepOutcome::Skipped => {
                    assert!(place(found.step) > place(at) || self.is_left_to_the_proxy(found.step), "{found:?}");
                }
                StepOutcome::Passed | StepOutcome::Absent => assert!(place(found.step) < place(at), "{found:?}"),
            }
            assert_eq!(found.problem.is_some(), found.step == at);
        }
        let problem = self.at(at).problem.as_ref().unwrap();
        assert_eq!(problem.code, code, "{problem}");
    }

    fn is_left_to_the_proxy(&self, step: Step) -> bool {
        self.outcome(Step::Proxy) != StepOutcome::Absent && matches!(step, Step::Name | Step::Connect | Step::Tls)
    }
}

fn place(step: Step) -> usize {
    Step::ALL.iter().position(|found| *found == step).unwrap()
}

fn plain() -> ClientSettings {
    ClientSettings { proxy: ProxyChoice::Direct, ..ClientSettings::default() }
}

/// The responses of a service that supports everything.
fn good() -> [Canned; 3] {
    let headers = |left| [("x-ratelimit-limit", "60"), ("x-ratelimit-remaining", left)];
    let row = |id: u32, day: u32| json!({"id": id, "result": 80, "generated_at": format!("2026-03-{day:02} 10:00:00")});
    let reports = json!({"data": [row(2, 5), row(1, 7)], "meta": {"total": 3}}).to_string();
    let projects = json!({"data": [{"project": "a.de"}], "meta": {"total": 1}}).to_string();
    [
        Canned::answer(200, &headers("59"), &reports),
        Canned::answer(200, &headers("58"), projects),
        Canned::answer(200, &headers("57"), reports),
    ]
}

fn assert_good(check: &Check) {
    for step in [Step::Settings, Step::Interface, Step::Key, Step::Paging, Step::Sorting] {
        assert_eq!(check.outcome(step), StepOutcome::Passed, "{step:?}");
    }
    assert_eq!(check.finding(Step::Reports), Some(Finding::Count { total: 3 }));
    assert_eq!(check.finding(Step::Projects), Some(Finding::Count { total: 1 }));
    assert_eq!(check.finding(Step::Throttle), Some(Finding::Throttle { limit: 60, remaining: Some(57) }));
    assert!(check.steps.iter().all(|step| step.problem.is_none()));
    assert_eq!(check.generation.paging, Some(Paging::Totals));
    assert_eq!(check.generation.sorts.get(&ReportSort::GeneratedAt), Some(&true));
    assert_eq!(check.generation.rate_limit, Some(60));
}

#[tokio::test]
async fn every_step_of_a_good_connection_passes_and_nothing_is_changed() {
    let authority = Authority::new();
    let recorder = Recorder::start_secure(authority.vouch(-1, 30), good()).await;
    let setup = ClientSettings { authorities: vec![authority.certificate()], ..plain() };
    let check = Check::run(&recorder.named_base(), setup).await;
    assert_good(&check);
    assert_eq!(check.outcome(Step::Proxy), StepOutcome::Absent);
    let Some(Finding::Addresses { addresses }) = check.finding(Step::Name) else { panic!("{:?}", check.steps) };
    assert!(addresses.contains(&"127.0.0.1".to_owned()), "{addresses:?}");
    assert_eq!(check.outcome(Step::Connect), StepOutcome::Passed);
    let Some(Finding::Certificate { issuer, days_left, protocol }) = check.finding(Step::Tls) else {
        panic!("{:?}", check.steps)
    };
    assert_eq!((issuer.as_str(), protocol.as_str()), ("Test Authority", "TLS 1.3"));
    assert!((28..=30).contains(&days_left), "{days_left}");
    assert!([Step::Name, Step::Connect, Step::Tls, Step::Reports].iter().all(|step| check.at(*step).millis.is_some()));
    assert_eq!(
        recorder.lines(),
        [
            "GET /api/v1/reports?per_page=10 HTTP/1.1",
            "GET /api/v1/projects?per_page=10 HTTP/1.1",
            "GET /api/v1/reports?sort_by=generated_at&sort=asc&per_page=10 HTTP/1.1",
        ],
    );
}

#[tokio::test]
async fn what_a_service_does_not_have_is_no_failure() {
    let row = |id: u32, day: u32| json!({"id": id, "generated_at": format!("2026-03-{day:02} 10:00:00")});
    let by_id = json!([row(1, 7), row(2, 5), row(3, 6)]).to_string();
    let recorder = Recorder::start([&by_id, "[]", &by_id].map(|body| Canned::json(200, body))).await;
    let check = Check::run(&recorder.base(), plain()).await;
    for step in [Step::Proxy, Step::Name, Step::Tls, Step::Paging, Step::Sorting, Step::Throttle] {
        assert_eq!(check.outcome(step), StepOutcome::Absent, "{step:?}");
    }
    for step in [Step::Connect, Step::Interface, Step::Key, Step::Reports, Step::Projects] {
        assert_eq!((check.outcome(step), check.finding(step)), (StepOutcome::Passed, None), "{step:?}");
    }

    // Nothing to sort, so sorting is unknown.
    let recorder = Recorder::start([(); 3].map(|()| Canned::json(200, "[]"))).await;
    let check = Check::run(&recorder.base(), plain()).await;
    assert_eq!(check.outcome(Step::Sorting), StepOutcome::Skipped);
    assert_eq!(check.generation.sorts.len(), 0);
}

#[tokio::test]
async fn settings_that_cannot_be_used_end_the_check_before_it_begins() {
    let recorder = Recorder::start([]).await;
    let refused = Problem::invalid("ca_file", FieldReason::NoCertificate);
    let check = Check::try_run(&recorder.base(), Err(refused)).await;
    check.assert_ends(Step::Settings, ProblemCode::InvalidInput);

    let missing = Err(Problem::new(ProblemCode::KeyMissing));
    let (steps, _) = test_connection(&recorder.base(), missing, Ok(plain()), &|_| ()).await;
    Check { steps, generation: ServiceCapabilities::default() }.assert_ends(Step::Settings, ProblemCode::KeyMissing);

    let (steps, _) = test_connection(&recorder.base(), Ok("two\nlines".into()), Ok(plain()), &|_| ()).await;
    Check { steps, generation: ServiceCapabilities::default() }.assert_ends(Step::Settings, ProblemCode::InvalidInput);

    let steps = assay_api::settings_failure(Problem::invalid("base_url", FieldReason::NotAnAddress));
    Check { steps, generation: ServiceCapabilities::default() }.assert_ends(Step::Settings, ProblemCode::InvalidInput);
    assert_eq!(recorder.connections(), 0);
}

fn through(proxy: impl Into<String>) -> ClientSettings {
    ClientSettings {
        proxy: ProxyChoice::Own { address: proxy.into() },
        allow_insecure: true,
        ..ClientSettings::default()
    }
}

#[tokio::test]
async fn a_proxy_does_the_first_steps() {
    // The first connection only shows that it is there.
    let proxy = Recorder::start(good()).await;
    let check = Check::run(&Url::parse("http://service.example").unwrap(), through(proxy.base())).await;
    assert_good(&check);
    let address = format!("http://{}", proxy.address());
    assert_eq!(check.finding(Step::Proxy), Some(Finding::Proxy { address }));
    for step in [Step::Name, Step::Connect, Step::Tls] {
        assert_eq!(check.outcome(step), StepOutcome::Skipped);
    }
    assert!(proxy.lines().iter().all(|line| line.starts_with("GET http://service.example/")));
}

#[tokio::test]
async fn a_proxy_can_be_what_fails() {
    let base = Url::parse("https://service.example").unwrap();
    let (_socket, address) = nowhere();
    let check = Check::run(&base, through(address.to_string())).await;
    check.assert_ends(Step::Proxy, ProblemCode::ProxyFailed);

    for answer in [Canned::answer(407, &[], ""), Canned::answer(502, &[], ""), Canned::nothing()] {
        let proxy = Recorder::start([answer]).await;
        let check = Check::run(&base, through(proxy.base())).await;
        check.assert_ends(Step::Proxy, ProblemCode::ProxyFailed);
        assert_eq!(proxy.lines(), ["CONNECT service.example:443 HTTP/1.1"]);
    }
}

#[tokio::test]
async fn the_way_to_a_service_can_be_what_fails() {
    // Labels have at most 63 characters.
    let base = Url::parse(&format!("https://{}.example", "a".repeat(64))).unwrap();
    let check = Check::run(&base, plain()).await;
    let code = check.at(Step::Name).problem.as_ref().unwrap().code;
    assert!(matches!(code, ProblemCode::NameNotFound | ProblemCode::Offline), "{code:?}");
    check.assert_ends(Step::Name, code);

    let (_socket, address) = nowhere();
    let check = Check::run(&base_at(address), plain()).await;
    check.assert_ends(Step::Connect, ProblemCode::ConnectionRefused);
}

#[tokio::test]
async fn a_secure_connection_can_be_what_fails() {
    let authority = Authority::new();
    for (config, code) in [
        (self_signed(), ProblemCode::Untrusted),
        (Authority::new().vouch(-1, 30), ProblemCode::Untrusted),
        (authority.vouch(-30, -1), ProblemCode::CertificateExpired),
        (authority.vouch_for(&["other.example"], -1, 30), ProblemCode::CertificateName),
    ] {
        let recorder = Recorder::start_secure(config, good()).await;
        let setup = ClientSettings { authorities: vec![authority.certificate()], ..plain() };
        let check = Check::run(&recorder.named_base(), setup).await;
        check.assert_ends(Step::Tls, code);
        assert!(recorder.received().is_empty());
    }

    for (says, code) in
        [(&b""[..], ProblemCode::TlsFailed), (b"HTTP/1.1 400 Bad Request\r\n\r\n", ProblemCode::HttpsNotSpoken)]
    {
        let (base, _) = bare(says).await;
        Check::run(&base, plain()).await.assert_ends(Step::Tls, code);
    }

    // The system accepts the connection, but nothing responds.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = Url::parse(&format!("https://{}", listener.local_addr().unwrap())).unwrap();
    let setup = ClientSettings { limits: crate::short(), ..plain() };
    Check::run(&base, setup).await.assert_ends(Step::Tls, ProblemCode::ConnectTimedOut);
}

#[tokio::test]
async fn a_service_can_be_what_fails() {
    let echo = format!(r#"{{"message":"Bearer {KEY}"}}"#);
    for (answer, at, code) in [
        (Canned::html(200, &format!("<h1>{KEY}</h1>")), Step::Interface, ProblemCode::UnsupportedService),
        (Canned::html(404, &format!("<h1>{KEY}</h1>")), Step::Interface, ProblemCode::UnsupportedService),
        (Canned::answer(302, &[("location", KEY)], ""), Step::Interface, ProblemCode::Redirected),
        (Canned::json(500, &echo), Step::Interface, ProblemCode::ServiceFault),
        (Canned::answer(503, &[("retry-after", "1")], &echo), Step::Interface, ProblemCode::Maintenance),
        (Canned::answer(429, &[("retry-after", "1")], &echo), Step::Interface, ProblemCode::Throttled),
        (Canned::nothing(), Step::Interface, ProblemCode::ResponseTruncated),
        (Canned::json(401, &echo), Step::Key, ProblemCode::KeyRefused),
        (Canned::json(403, &echo), Step::Reports, ProblemCode::Forbidden),
        (Canned::json(422, &echo), Step::Reports, ProblemCode::RefusedInput),
        (Canned::json(200, " ".repeat(2000)), Step::Reports, ProblemCode::ResponseTooLarge),
    ] {
        let recorder = Recorder::start([answer]).await;
        let setup = ClientSettings { limits: Limits { body: 1000, ..Limits::default() }, ..plain() };
        Check::run(&recorder.base(), setup).await.assert_ends(at, code);
        assert_eq!(recorder.lines(), ["GET /api/v1/reports?per_page=10 HTTP/1.1"]);
    }
}

#[tokio::test]
async fn a_check_goes_on_after_what_others_do_not_need() {
    let [reports, projects, sorted] = good();
    let refused = || Canned::json(403, "{}");
    let recorder = Recorder::start([reports.clone(), refused(), sorted]).await;
    let check = Check::run(&recorder.base(), plain()).await;
    let failed: Vec<_> = check.steps.iter().filter(|step| step.outcome == StepOutcome::Failed).collect();
    assert_eq!(failed.len(), 1);
    assert_eq!((failed[0].step, failed[0].problem.as_ref().unwrap().code), (Step::Projects, ProblemCode::Forbidden));
    assert_eq!(check.outcome(Step::Throttle), StepOutcome::Passed);

    let recorder = Recorder::start([reports, projects, refused()]).await;
    let check = Check::run(&recorder.base(), plain()).await;
    assert_eq!(check.outcome(Step::Sorting), StepOutcome::Failed);
    assert_eq!(check.outcome(Step::Throttle), StepOutcome::Absent);
    assert_eq!(recorder.received().len(), 3);
}
