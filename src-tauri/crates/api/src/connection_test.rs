//! The connection test: each step to a readable list, with its duration and finding.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use assay_model::{
    CheckStep, Direction, FailureStage, Finding, PageSize, Paging, Problem, ProblemCode, ProjectQuery, RateLimit,
    ReportQuery, ReportSort, Secret, ServiceCapabilities, Step, StepOutcome,
};
use rustls::pki_types::ServerName;
use tokio::{
    net::{TcpStream, lookup_host},
    time::{Instant, timeout},
};
use tokio_rustls::TlsConnector;
use url::{Host, Url};
use x509_parser::prelude::{FromDer, X509Certificate};

use crate::{
    Client, ClientSettings,
    failure::{self, Route},
};

/// IP addresses reported by the test.
const MAX_ADDRESSES: usize = 8;

/// Gets the steps of a running test.
pub type OnStep<'a> = &'a (dyn Fn(Step) + Send + Sync);

/// The steps of a test so far.
struct Steps<'a> {
    ended: Vec<CheckStep>,
    on_step: OnStep<'a>,
}

impl Steps<'_> {
    fn push(&mut self, step: CheckStep) {
        if matches!(step.outcome, StepOutcome::Passed | StepOutcome::Absent) {
            (self.on_step)(step.step);
        }
        self.ended.push(step);
    }
}

/// Tests a connection step by step until one fails that the rest depends on, and returns the
/// service's capabilities. Nothing is retried or changed on the service.
///
/// `key` may be the reason for its absence: then nothing is sent. `on_step` gets each step once it
/// ended well.
pub async fn test_connection(
    base: &Url,
    key: Result<Secret, Problem>,
    settings: Result<ClientSettings, Problem>,
    on_step: OnStep<'_>,
) -> (Vec<CheckStep>, ServiceCapabilities) {
    let mut steps = Steps { ended: Vec::new(), on_step };
    let generation = match key.and_then(|key| Ok((key, settings?))) {
        Ok((key, settings)) => {
            let mut generation = settings.generation.clone();
            if let Err(failed) = run(base, key, settings, &mut steps, &mut generation).await {
                steps.ended.push(failed);
            }
            generation
        }
        Err(problem) => {
            steps.ended.push(failed_at(Step::Settings, None, problem));
            ServiceCapabilities::default()
        }
    };
    (complete(steps.ended), generation)
}

/// Returns the steps of a test that failed at the base URL.
#[must_use]
pub fn settings_failure(problem: Problem) -> Vec<CheckStep> {
    complete(vec![failed_at(Step::Settings, None, problem)])
}

/// All steps in order; missing ones are skipped.
fn complete(steps: Vec<CheckStep>) -> Vec<CheckStep> {
    let mut tried = steps;
    Step::ALL
        .into_iter()
        .map(|step| match tried.iter().rposition(|tried| tried.step == step) {
            Some(place) => tried.remove(place),
            None => ended(step, StepOutcome::Skipped),
        })
        .collect()
}

async fn run(
    base: &Url,
    key: Secret,
    mut settings: ClientSettings,
    steps: &mut Steps<'_>,
    generation: &mut ServiceCapabilities,
) -> Result<(), CheckStep> {
    settings.limits.repeats = 0;
    let invalid = |problem| failed_at(Step::Settings, None, problem);
    let client = Client::new(base, key, settings.clone()).map_err(invalid)?;
    steps.push(ended(Step::Settings, StepOutcome::Passed));
    if let Some(proxy) = settings.proxy_for(base) {
        steps.push(connect_to_proxy(&proxy, settings.limits.connect).await?);
    } else {
        steps.push(ended(Step::Proxy, StepOutcome::Absent));
        connect_directly(base, &settings, steps).await?;
    }
    let asked = test_service(&client, steps).await;
    *generation = client.generation();
    asked
}

async fn connect_to_proxy(proxy: &Url, limit: Duration) -> Result<CheckStep, CheckStep> {
    let begun = Instant::now();
    let failed = |detail: String| {
        failed_at(Step::Proxy, Some(begun), Problem::new(ProblemCode::ProxyFailed).with_detail(detail))
    };
    let reached = timeout(limit, async { TcpStream::connect(&*resolve(proxy).await?).await }).await;
    match reached {
        Ok(Ok(_)) => {
            let address = proxy.origin().ascii_serialization();
            Ok(passed_at(Step::Proxy, Some(begun), Some(Finding::Proxy { address })))
        }
        Ok(Err(error)) => Err(failed(failure::chain(&error))),
        Err(elapsed) => Err(failed(elapsed.to_string())),
    }
}

/// Resolves the name, connects, and completes the TLS handshake.
async fn connect_directly(base: &Url, settings: &ClientSettings, steps: &mut Steps<'_>) -> Result<(), CheckStep> {
    let limit = settings.limits.connect;
    let begun = Instant::now();
    let addresses = match timeout(limit, resolve(base)).await {
        Ok(Ok(addresses)) if !addresses.is_empty() => addresses,
        Ok(other) => {
            let detail = other.err().map(|error| failure::chain(&error)).unwrap_or_default();
            let problem = Problem::new(failure::unresolved_name_code(failure::has_network())).with_detail(detail);
            return Err(failed_at(Step::Name, Some(begun), problem));
        }
        Err(elapsed) => {
            let problem = Problem::new(ProblemCode::NameNotFound).with_detail(elapsed.to_string());
            return Err(failed_at(Step::Name, Some(begun), problem));
        }
    };
    if matches!(base.host(), Some(Host::Domain(_))) {
        let addresses = addresses.iter().take(MAX_ADDRESSES).map(|address| address.ip().to_string()).collect();
        steps.push(passed_at(Step::Name, Some(begun), Some(Finding::Addresses { addresses })));
    } else {
        steps.push(ended(Step::Name, StepOutcome::Absent));
    }

    let begun = Instant::now();
    let failed = |step, code, detail: String| failed_at(step, Some(begun), Problem::new(code).with_detail(detail));
    let stream = match timeout(limit, TcpStream::connect(&*addresses)).await {
        Ok(Ok(stream)) => stream,
        Ok(Err(error)) => {
            let code = failure::connect_failure_code(Route::Direct, &error);
            return Err(failed(Step::Connect, code, failure::chain(&error)));
        }
        Err(elapsed) => return Err(failed(Step::Connect, ProblemCode::ConnectTimedOut, elapsed.to_string())),
    };
    steps.push(passed_at(Step::Connect, Some(begun), None));

    if base.scheme() == "https" {
        steps.push(handshake(base, settings, stream).await?);
    } else {
        steps.push(ended(Step::Tls, StepOutcome::Absent));
    }
    Ok(())
}

async fn handshake(base: &Url, settings: &ClientSettings, stream: TcpStream) -> Result<CheckStep, CheckStep> {
    let begun = Instant::now();
    let failed = |problem| failed_at(Step::Tls, Some(begun), problem);
    let config = settings.tls(base).map_err(failed)?;
    let host = base.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned();
    let name = ServerName::try_from(host)
        .map_err(|error| failed(Problem::new(ProblemCode::Internal).with_detail(error.to_string())))?;
    let handshake = TlsConnector::from(Arc::new(config)).connect(name, stream);
    let stream = match timeout(settings.limits.connect, handshake).await {
        Ok(Ok(stream)) => stream,
        Ok(Err(error)) => {
            let code = failure::connect_failure_code(Route::Direct, &error);
            return Err(failed(Problem::new(code).with_detail(failure::chain(&error))));
        }
        Err(elapsed) => {
            return Err(failed(Problem::new(ProblemCode::ConnectTimedOut).with_detail(elapsed.to_string())));
        }
    };
    let (_, session) = stream.get_ref();
    let protocol = match session.protocol_version() {
        Some(rustls::ProtocolVersion::TLSv1_3) => "TLS 1.3".to_owned(),
        Some(rustls::ProtocolVersion::TLSv1_2) => "TLS 1.2".to_owned(),
        other => format!("{other:?}"),
    };
    let finding = session.peer_certificates().and_then(|chain| chain.first()).and_then(|certificate| {
        let (_, certificate) = X509Certificate::from_der(certificate).ok()?;
        let left = certificate.validity().not_after.timestamp() - jiff::Timestamp::now().as_second();
        Some(Finding::Certificate {
            issuer: issuer(&certificate),
            days_left: i32::try_from(left.div_euclid(24 * 60 * 60)).unwrap_or(i32::MAX),
            protocol,
        })
    });
    Ok(passed_at(Step::Tls, Some(begun), finding))
}

fn issuer(certificate: &X509Certificate<'_>) -> String {
    let issuer = certificate.issuer();
    let named = issuer.iter_organization().chain(issuer.iter_common_name()).find_map(|name| name.as_str().ok());
    named.map_or_else(|| issuer.to_string(), str::to_owned)
}

async fn test_service(client: &Client, steps: &mut Steps<'_>) -> Result<(), CheckStep> {
    let passed = |step| ended(step, StepOutcome::Passed);
    let count = |total: Option<u64>| total.map(|total| Finding::Count { total });
    let begun = Instant::now();
    let few = ReportQuery { per_page: PageSize::Ten, ..ReportQuery::default() };
    let page = match client.list_reports(&few).await {
        Ok(page) => page,
        Err(problem) => {
            let step = step_of(problem.code);
            if step == Step::Key || step == Step::Reports {
                steps.push(passed(Step::Interface));
            }
            if step == Step::Reports {
                steps.push(passed(Step::Key));
            }
            return Err(failed_at(step, Some(begun), problem));
        }
    };
    steps.push(passed(Step::Interface));
    steps.push(passed(Step::Key));
    steps.push(passed_at(Step::Reports, Some(begun), count(page.total)));

    let begun = Instant::now();
    let projects = ProjectQuery { per_page: PageSize::Ten, ..ProjectQuery::default() };
    steps.push(match client.list_projects(&projects).await {
        Ok(page) => passed_at(Step::Projects, Some(begun), count(page.total)),
        Err(problem) => failed_at(Step::Projects, Some(begun), problem),
    });

    let offered = |step, is_offered| ended(step, if is_offered { StepOutcome::Passed } else { StepOutcome::Absent });
    steps.push(offered(Step::Paging, client.generation().paging == Some(Paging::Totals)));

    let begun = Instant::now();
    let sorted = ReportQuery { sort_by: Some(ReportSort::GeneratedAt), sort: Some(Direction::Asc), ..few };
    steps.push(match client.list_reports(&sorted).await {
        Ok(_) => match client.generation().sorts.get(&ReportSort::GeneratedAt) {
            Some(is_sorted) => CheckStep { millis: millis(begun), ..offered(Step::Sorting, *is_sorted) },
            None => ended(Step::Sorting, StepOutcome::Skipped),
        },
        Err(problem) => failed_at(Step::Sorting, Some(begun), problem),
    });

    steps.push(match client.rate_limit() {
        Some(RateLimit { limit, remaining }) => {
            passed_at(Step::Throttle, None, Some(Finding::Throttle { limit, remaining }))
        }
        None => ended(Step::Throttle, StepOutcome::Absent),
    });
    Ok(())
}

/// The step at which listing reports failed.
fn step_of(code: ProblemCode) -> Step {
    let is_about_list =
        matches!(code, ProblemCode::Forbidden | ProblemCode::RefusedInput | ProblemCode::ResponseTooLarge);
    match code.stage() {
        FailureStage::Proxy => Step::Proxy,
        FailureStage::Tls => Step::Tls,
        FailureStage::Sent if code == ProblemCode::KeyRefused => Step::Key,
        FailureStage::Sent if is_about_list => Step::Reports,
        FailureStage::Before | FailureStage::Network | FailureStage::Sent | FailureStage::Apart => Step::Interface,
    }
}

fn ended(step: Step, outcome: StepOutcome) -> CheckStep {
    CheckStep { step, outcome, millis: None, finding: None, problem: None }
}

fn passed_at(step: Step, begun: Option<Instant>, finding: Option<Finding>) -> CheckStep {
    CheckStep { millis: begun.and_then(millis), finding, ..ended(step, StepOutcome::Passed) }
}

fn failed_at(step: Step, begun: Option<Instant>, problem: Problem) -> CheckStep {
    CheckStep { millis: begun.and_then(millis), problem: Some(problem), ..ended(step, StepOutcome::Failed) }
}

fn millis(begun: Instant) -> Option<u32> {
    u32::try_from(begun.elapsed().as_millis()).ok()
}

async fn resolve(url: &Url) -> std::io::Result<Vec<SocketAddr>> {
    let port = url.port_or_known_default().unwrap_or_default();
    match url.host() {
        Some(Host::Ipv4(address)) => Ok(vec![(address, port).into()]),
        Some(Host::Ipv6(address)) => Ok(vec![(address, port).into()]),
        Some(Host::Domain(name)) => Ok(lookup_host((name, port)).await?.collect()),
        None => Ok(Vec::new()),
    }
}
