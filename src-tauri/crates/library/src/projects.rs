//! The projects of existing reports, as in the service's list.

use assay_model::{Direction, Page, Project, ProjectQuery, ProjectSort};
use serde_json::Map;

use crate::{
    Result, column_encoding,
    index::{Index, fold},
};

#[derive(Default, Clone)]
struct ProjectSums {
    reports: u32,
    scored: u32,
    sum: f64,
    created: Option<i64>,
}

pub(crate) fn page(index: &Index, scope: &str, query: &ProjectQuery) -> Result<Page<Project>> {
    let mut found = count(index, scope);
    if let Some(search) = query.search.as_deref().filter(|search| !search.is_empty()) {
        let search = fold(search);
        let finder = memchr::memmem::Finder::new(&search);
        found.retain(|(name, ..)| finder.find(&fold(name)).is_some());
    }
    match query.sort_by.unwrap_or(ProjectSort::CreatedAt) {
        ProjectSort::Project => found.sort_by_cached_key(|(name, _)| fold(name)),
        // Unknown dates come last in both directions.
        ProjectSort::CreatedAt => found.sort_by_cached_key(|(name, it)| (it.created, fold(name))),
    }
    if query.sort.unwrap_or(Direction::Desc) == Direction::Desc {
        found.reverse();
    }
    found.sort_by_key(|(_, it)| query.sort_by != Some(ProjectSort::Project) && it.created.is_none());

    let (number, size) = (query.page.unwrap_or(1).max(1), usize::from(u16::from(query.per_page)));
    let offset = usize::try_from(number - 1).unwrap_or(usize::MAX).saturating_mul(size);
    let total = found.len();
    let rows = found.into_iter().skip(offset).take(size).map(|(name, it)| it.project(name)).collect::<Result<_>>()?;
    Ok(Page {
        rows,
        unreadable: Vec::new(),
        number,
        total: Some(total as u64),
        offset: Some(offset as u64),
        has_next: offset.saturating_add(size) < total,
        sort_ignored: false,
        filter_ignored: false,
    })
}

fn count<'a>(index: &'a Index, scope: &str) -> Vec<(&'a str, ProjectSums)> {
    let Some(scope) = index.scope(scope) else { return Vec::new() };
    let (columns, mut counted) = (&index.columns, vec![ProjectSums::default(); index.projects.len()]);
    for slot in (0..columns.len()).filter(|slot| columns.scope[*slot] == scope.id && columns.gone[*slot].is_none()) {
        let Some(it) = counted.get_mut(columns.project[slot]) else { continue };
        it.reports += 1;
        if !columns.score[slot].is_nan() {
            it.scored += 1;
            it.sum += columns.score[slot];
        }
        it.created = [it.created, columns.created[slot]].into_iter().flatten().min();
    }
    let named = index.projects.iter().map(String::as_str).zip(counted).skip(1);
    named.filter(|(_, it)| it.reports > 0).collect()
}

impl ProjectSums {
    fn project(self, name: &str) -> Result<Project> {
        Ok(Project {
            project: name.to_owned(),
            reports: Some(self.reports.into()),
            mean_score: (self.scored > 0).then(|| self.sum / f64::from(self.scored)),
            created_at: column_encoding::maybe_time(self.created)?,
            odd: Vec::new(),
            other: Map::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use assay_model::{Direction, PageSize, ProjectQuery, ProjectSort};

    use crate::testing::{SCOPE, TestLibrary, changed, day, report, scored, whole};

    #[test]
    fn projects_are_those_of_the_reports_that_are_there() {
        let library = TestLibrary::new();
        let of = |id: u32, project: &str, created: Option<i64>| {
            changed(scored(id, f64::from(id)), |row| {
                (row.project, row.created_at) = (Some(project.into()), created.map(day));
            })
        };
        library.ingest_on(
            1,
            [
                of(10, "b2.example", Some(5)),
                of(20, "b2.example", Some(3)),
                of(30, "Ä.example", Some(9)),
                of(40, "b10.example", None),
                of(50, "gone.example", Some(1)),
                changed(report(60), |row| row.project = None),
            ],
        );
        library.mark_project_gone(SCOPE, "gone.example", day(2)).unwrap();
        library.ingest("two", &whole([of(1, "other.example", None)]), day(1)).unwrap();
        let names = |query: ProjectQuery| -> Vec<_> {
            library.projects(SCOPE, &query).unwrap().rows.into_iter().map(|it| it.project).collect()
        };
        let sorted = |sort_by, sort| names(ProjectQuery { sort_by, sort, ..ProjectQuery::default() });
        let (asc, desc) = (Some(Direction::Asc), Some(Direction::Desc));
        assert_eq!(sorted(None, None), ["Ä.example", "b2.example", "b10.example"]);
        assert_eq!(sorted(Some(ProjectSort::CreatedAt), asc), ["b2.example", "Ä.example", "b10.example"]);
        assert_eq!(sorted(Some(ProjectSort::Project), asc), ["b10.example", "b2.example", "Ä.example"]);
        assert_eq!(sorted(Some(ProjectSort::Project), desc), ["Ä.example", "b2.example", "b10.example"]);
        let search = |text: &str| names(ProjectQuery { search: Some(text.into()), ..ProjectQuery::default() });
        assert_eq!((search("ä."), search("B1")), (vec!["Ä.example".to_owned()], vec!["b10.example".to_owned()]));

        let page = library.projects(SCOPE, &ProjectQuery { sort: asc, ..ProjectQuery::default() }).unwrap();
        let first = &page.rows[0];
        assert_eq!((first.reports, first.mean_score, first.created_at), (Some(2), Some(15.0), Some(day(3))));
        assert_eq!((page.total, page.offset, page.has_next), (Some(3), Some(0), false));
        assert_eq!(library.projects("three", &ProjectQuery::default()).unwrap().total, Some(0));
    }

    #[test]
    fn projects_come_by_the_page() {
        let library = TestLibrary::new();
        let of = |id: u32| changed(report(id), |row| row.project = Some(format!("site-{id}.example")));
        library.ingest_on(1, (1..=12).map(of));
        let query =
            ProjectQuery { sort_by: Some(ProjectSort::Project), per_page: PageSize::Ten, ..ProjectQuery::default() };
        let first = library.projects(SCOPE, &query).unwrap();
        let second = library.projects(SCOPE, &ProjectQuery { page: Some(2), ..query }).unwrap();
        assert_eq!((first.rows.len(), first.has_next, first.rows[0].project.as_str()), (10, true, "site-9.example"));
        assert_eq!((second.rows.len(), second.has_next, second.offset), (2, false, Some(10)));
    }
}
