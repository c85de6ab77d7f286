use assay_model::{
    Deleted, Direction, NewReport, Page, Problem, ProblemCode, Report, ReportQuery, ReportSearchBy, ReportSort,
    ReportUpdate,
};

use crate::{
    Client,
    answer::Answer,
    call::{Call, Pairs, Verb},
    input,
    path::segment,
    read,
};

impl Client {
    /// A page of reports (`interface.md` §4.1), read as `field-notes.md` §1 and §2 describe.
    pub async fn list_reports(&self, query: &ReportQuery) -> Result<Page<Report>, Problem> {
        let answer = self.ask(Call::list("reports", parameters(query))).await?;
        read::reports(answer.json()?, query).map_err(|why| answer.unexpected(&why))
    }

    /// One report, whole (`interface.md` §4.2).
    pub async fn read_report(&self, id: &str) -> Result<Report, Problem> {
        report(&self.ask(Call::new(Verb::Read, path(id)?)).await?)
    }

    /// Creates a report (`interface.md` §4.3) and gives the service's own answer, which is not settled: read it again
    /// (`field-notes.md` 7, 17–19).
    pub async fn create_report(&self, report: &NewReport) -> Result<Report, Problem> {
        let (form, password) = input::create(report)?;
        let call = Call { form: Some(form), password, ..Call::new(Verb::Create, "reports") };
        self::report(&self.write(call).await?)
    }

    /// Changes or refreshes a report (`interface.md` §4.4) and gives the service's own answer, which is not settled:
    /// read it again (`field-notes.md` 7, 20).
    pub async fn update_report(&self, id: &str, update: &ReportUpdate) -> Result<Report, Problem> {
        let (form, password) = input::update(update)?;
        let call = Call { form: Some(form), password, ..Call::new(Verb::Update, path(id)?) };
        let answer = self.write(call).await?;
        let report = report(&answer)?;
        if report.row.id == id { Ok(report) } else { Err(answer.unexpected("it is about another report")) }
    }

    /// Deletes a report (`interface.md` §4.5): done only when the service says so in its own form (`field-notes.md`
    /// 24), or when the report can no longer be found.
    pub async fn delete_report(&self, id: &str) -> Result<Deleted, Problem> {
        let answer = self.write(Call::new(Verb::Delete, path(id)?)).await?;
        let deleted = Deleted { id: id.to_owned() };
        let unclear = match read::deleted(&answer, id) {
            Ok(()) => return Ok(deleted),
            Err(unclear) => unclear,
        };
        match self.read_report(id).await {
            Err(Problem { code: ProblemCode::NotFound, .. }) => Ok(deleted),
            Ok(_) => Err(answer.problem(ProblemCode::ServiceFault, "the report is still there")),
            Err(problem) => {
                let detail = format!("{}; reading it again: {problem}", unclear.detail.as_deref().unwrap_or_default());
                Err(unclear.with_detail(detail))
            }
        }
    }
}

fn path(id: &str) -> Result<String, Problem> {
    Ok(format!("reports/{}", segment("id", id)?))
}

fn report(answer: &Answer) -> Result<Report, Problem> {
    read::report(answer.json()?).map_err(|why| answer.unexpected(&why))
}

/// Only what the user set, and the page size (`field-notes.md` 11, 15, §6).
fn parameters(query: &ReportQuery) -> Pairs {
    let ReportQuery { search, search_by, project, result, sort_by, sort, per_page, page } = query;
    let mut pairs = Vec::new();
    let text = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    pairs.extend(text(search).map(|search| ("search", search)));
    pairs.extend(search_by.map(|ReportSearchBy::Url| ("search_by", "url".into())));
    pairs.extend(text(project).map(|project| ("project", project)));
    pairs.extend(result.map(|result| ("result", result.word().into())));
    pairs.extend(sort_by.map(|sort_by| {
        let name = match sort_by {
            ReportSort::Id => "id",
            ReportSort::GeneratedAt => "generated_at",
            ReportSort::Url => "url",
            ReportSort::Result => "result",
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
