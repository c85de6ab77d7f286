use std::time::Instant;

use assay_model::{
    DeleteResult, Direction, NewReport, Page, Problem, ProblemCode, Report, ReportQuery, ReportRow, ReportSearchBy,
    ReportSort, ReportUpdate, ServiceCapabilities, VerdictName, encoded_search,
};

use jiff::SignedDuration;

use crate::{
    Client,
    call::{Call, Pairs, Verb},
    input,
    path::segment,
    read::{self, ParseError, ParsedPage, ServiceTraits},
    response::Response,
};

impl Client {
    /// Returns a page of reports (`interface.md` §4.1), parsed as `field-notes.md` §1 and §2
    /// describe.
    pub async fn list_reports(&self, query: &ReportQuery) -> Result<Page<ReportRow>, Problem> {
        Ok(self.fetch_report_page(query).await?.1)
    }

    /// Returns a page with its unparsed response, for parsing full reports later.
    pub async fn list_reports_unparsed(&self, query: &ReportQuery) -> Result<(Page<ReportRow>, UnparsedPage), Problem> {
        let (response, page) = self.fetch_report_page(query).await?;
        Ok((page, UnparsedPage(Box::new(response))))
    }

    /// Returns a page of reports with their checks.
    pub async fn list_full_reports(&self, query: &ReportQuery) -> Result<Page<Report>, Problem> {
        let (page, whole) = self.list_reports_unparsed(query).await?;
        let Page { rows: _, unreadable, number, total, offset, has_next, sort_ignored, filter_ignored } = page;
        let rows = whole.reports().await?;
        Ok(Page { rows, unreadable, number, total, offset, has_next, sort_ignored, filter_ignored })
    }

    /// Reads a page of reports.
    ///
    /// Services silently ignore unknown names. If the rows show that, or use the other name for the
    /// verdict, the other name is tried once, and what worked is saved.
    pub(crate) async fn fetch_report_page(&self, query: &ReportQuery) -> Result<(Response, Page<ReportRow>), Problem> {
        let before = self.generation();
        let names = VerdictNames::of(&before);
        let first = self.request_page(query, names).await?;
        let other = names.alternative(query, &first.2, &before, &self.generation());
        let (response, page, traits) = if let Some(other) = other {
            let second = self.request_page(query, other).await?;
            self.transport
                .update_capabilities(|generation| other.record_outcome(generation, names, &first.2, &second.2));
            let (at_first, now) = (first.2.ignored(), second.2.ignored());
            if now == 0 || now < at_first { second } else { first }
        } else {
            first
        };
        if let (Some(sort_by), Some(sorted)) = (query.sort_by, traits.sorted) {
            self.transport.update_capabilities(|generation| _ = generation.sorts.insert(sort_by, sorted));
        }
        Ok((response, page))
    }

    async fn request_page(
        &self,
        query: &ReportQuery,
        names: VerdictNames,
    ) -> Result<(Response, Page<ReportRow>, ServiceTraits), Problem> {
        let mut response = self.transport.read(Call::list("reports", parameters(query, names))).await?;
        let (stripped, requested) = (response.without_checks.take(), query.clone());
        let read = response.read(move |body| {
            // If it can't be parsed without the checks, the full response is parsed.
            match stripped.map(|stripped| read::reports(body.sound_part(&stripped), &requested)) {
                Some(Ok(listed)) if listed.page.unreadable.is_empty() => Ok(listed),
                Some(Err(ParseError::TooManyRows(why))) => Err(ParseError::TooManyRows(why)),
                _ => read::reports(body, &requested),
            }
        });
        let (response, ParsedPage { page, traits }) = read.await?;
        self.transport.update_capabilities(|generation| update_capabilities(generation, &traits));
        Ok((response, page, traits))
    }

    /// Returns a report with its checks (`interface.md` §4.2). Fails with
    /// [`ProblemCode::OtherReport`] if the response is about another one.
    pub async fn read_report(&self, id: &str) -> Result<Report, Problem> {
        Ok(self.read_report_response(id).await?.1)
    }

    pub(crate) async fn read_report_response(&self, id: &str) -> Result<(Response, Report), Problem> {
        let response = self.transport.read(Call::new(Verb::Read, path(id)?)).await?;
        let (response, report) = response.read(read::report).await?;
        if report.row.id == id {
            return Ok((response, report));
        }
        let why = format!("report {id} was asked for, but the response is about report {}", report.row.id);
        Err(response.problem(ProblemCode::OtherReport, &why))
    }

    /// Creates a report (`interface.md` §4.3) and returns the response, which is not final: read
    /// the report again (`field-notes.md` 7, 17–19). If the outcome is unknown, use
    /// [`Client::find_created_report`].
    pub async fn create_report(&self, report: &NewReport) -> Result<Report, Problem> {
        let (form, password) = input::create(report)?;
        let call = Call { form: Some(form), password, ..Call::new(Verb::Create, "reports") };
        let begun = Instant::now();
        let created = self.transport.write(call, self.pre_send.as_ref()).await?.read(read::report).await?.1;
        let took = u32::try_from(begun.elapsed().as_millis()).unwrap_or(u32::MAX);
        self.transport.update_capabilities(|generation| generation.create_millis = Some(took));
        Ok(created)
    }

    /// Changes or rechecks a report (`interface.md` §4.4) and returns the response, which is not
    /// final: read the report again (`field-notes.md` 7, 20). If the outcome is unknown, use
    /// [`Client::prove_update`].
    pub async fn update_report(&self, id: &str, update: &ReportUpdate) -> Result<Report, Problem> {
        let (form, password) = input::update(update)?;
        let call = Call { form: Some(form), password, ..Call::new(Verb::Update, path(id)?) };
        let (response, report) = self.transport.write(call, self.pre_send.as_ref()).await?.read(read::report).await?;
        if report.row.id == id { Ok(report) } else { Err(response.unexpected_problem("it is about another report")) }
    }

    /// Deletes a report (`interface.md` §4.5). Succeeds only if the service confirms it in its own
    /// form (`field-notes.md` 24), or the report can no longer be found.
    pub async fn delete_report(&self, id: &str) -> Result<DeleteResult, Problem> {
        match self.delete(path(id)?, id).await {
            Err(lost) if lost.code == ProblemCode::OutcomeUnknown => self.prove_report_gone(id, lost).await,
            other => other,
        }
    }

    /// Sends a delete, which the response must confirm.
    pub(crate) async fn delete(&self, path: String, id: &str) -> Result<DeleteResult, Problem> {
        let response = self.transport.write(Call::new(Verb::Delete, path), self.pre_send.as_ref()).await?;
        let named = id.to_owned();
        response.read(move |body| read::deleted(body, &named)).await?;
        Ok(DeleteResult { id: id.to_owned(), answer_lost: None })
    }
}

/// Parses a report from a stored response, like a new one (`field-notes.md` §1).
pub fn parse_stored_report(body: &[u8]) -> Result<Report, Problem> {
    read::report(body.into()).map_err(|why| Problem::new(ProblemCode::UnsupportedService).with_detail(why.to_string()))
}

/// A response with a page of reports, parsed only for lists.
pub struct UnparsedPage(Box<Response>);

impl UnparsedPage {
    /// Returns how far the service's clock is ahead of this computer's, if known.
    #[must_use]
    pub fn clock_ahead(&self) -> Option<SignedDuration> {
        self.0.service_clock.map(|_| self.0.clock_ahead)
    }

    /// Returns the readable reports with their checks, in the service's order. Slow; runs off the
    /// async threads.
    pub async fn reports(self) -> Result<Vec<Report>, Problem> {
        Ok(self.0.read(read::full_reports).await?.1)
    }
}

fn path(id: &str) -> Result<String, Problem> {
    Ok(format!("reports/{}", segment("id", id)?))
}

/// The names for the verdict in queries: whether they are `score`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct VerdictNames {
    filter: bool,
    sort: bool,
}

impl VerdictNames {
    /// What worked before, or else the name in the service's rows.
    fn of(generation: &ServiceCapabilities) -> Self {
        let name =
            |known: Option<VerdictName>| known.and_then(VerdictName::says_score).unwrap_or(generation.says_score);
        Self { filter: name(generation.verdict_filter), sort: name(generation.verdict_sort) }
    }

    /// The names to try next: the other one if this one was ignored and the page's rows use the
    /// other one.
    fn alternative(
        self,
        query: &ReportQuery,
        traits: &ServiceTraits,
        before: &ServiceCapabilities,
        now: &ServiceCapabilities,
    ) -> Option<Self> {
        let is_renamed = now.says_score != before.says_score;
        let is_other = |is_asked: bool, is_ignored: bool, known: Option<VerdictName>, name: bool| {
            let is_new = is_renamed && name != now.says_score;
            is_asked && (is_new || (is_ignored && (is_renamed || known != Some(VerdictName::Neither))))
        };
        let by_verdict = query.sort_by == Some(ReportSort::Result);
        let filter = is_other(query.result.is_some(), traits.verdict_ignored, before.verdict_filter, self.filter);
        let sort = is_other(by_verdict, traits.sorted == Some(false), before.verdict_sort, self.sort);
        (filter || sort).then_some(Self { filter: self.filter != filter, sort: self.sort != sort })
    }

    /// Records the results of both names.
    fn record_outcome(
        self,
        generation: &mut ServiceCapabilities,
        other: Self,
        at_first: &ServiceTraits,
        now: &ServiceTraits,
    ) {
        let rows_say = generation.says_score;
        let known = |before: Option<VerdictName>, was_ignored: bool, is_ignored: bool, name: bool| {
            let named = |says_score: bool| {
                let name = if says_score { VerdictName::Score } else { VerdictName::Result };
                Some(name).filter(|_| says_score != rows_say)
            };
            match (was_ignored, is_ignored) {
                (true, true) => Some(VerdictName::Neither),
                (true, false) => named(name),
                (false, true) => named(!name),
                (false, false) => before,
            }
        };
        if self.filter != other.filter {
            let (was, is) = (at_first.verdict_ignored, now.verdict_ignored);
            generation.verdict_filter = known(generation.verdict_filter, was, is, self.filter);
        }
        if self.sort != other.sort {
            let (was, is) = (at_first.sorted == Some(false), now.sorted == Some(false));
            generation.verdict_sort = known(generation.verdict_sort, was, is, self.sort);
        }
    }
}

fn update_capabilities(generation: &mut ServiceCapabilities, traits: &ServiceTraits) {
    generation.rating = traits.rating.or(generation.rating);
    generation.paging = Some(traits.paging);
    let says_score = traits.says_score.unwrap_or(generation.says_score);
    if says_score != generation.says_score {
        // The service changed its names.
        generation.says_score = says_score;
        generation.verdict_filter = None;
        generation.verdict_sort = None;
    }
}

/// Only the set fields, and the page size (`field-notes.md` 11, 15, §6). Later services have
/// another name for the verdict (`field-notes.md` 3).
fn parameters(query: &ReportQuery, names: VerdictNames) -> Pairs {
    let ReportQuery { search, search_by, project, result, sort_by, sort, per_page, page } = query;
    let verdict = |says_score: bool| if says_score { "score" } else { "result" };
    let mut pairs = Vec::new();
    let text = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    // Services search in encoded URLs.
    pairs.extend(text(search).map(|search| ("search", encoded_search(&search).into_owned())));
    pairs.extend(search_by.map(|ReportSearchBy::Url| ("search_by", "url".into())));
    pairs.extend(text(project).map(|project| ("project", project)));
    pairs.extend(result.map(|result| (verdict(names.filter), result.word().into())));
    pairs.extend(sort_by.map(|sort_by| {
        let name = match sort_by {
            ReportSort::Id => "id",
            ReportSort::GeneratedAt => "generated_at",
            ReportSort::Url => "url",
            ReportSort::Result => verdict(names.sort),
        };
        ("sort_by", name.into())
    }));
    pairs.extend(sort.map(direction));
    pairs.push(("per_page", u16::from(*per_page).to_string()));
    pairs.extend(page.filter(|page| *page > 1).map(|page| ("page", page.to_string())));
    pairs
}

pub(crate) fn direction(direction: Direction) -> (&'static str, String) {
    let name = match direction {
        Direction::Asc => "asc",
        Direction::Desc => "desc",
    };
    ("sort", name.into())
}
