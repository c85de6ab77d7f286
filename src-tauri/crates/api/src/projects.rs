use assay_model::{DeleteResult, Page, Problem, ProblemCode, Project, ProjectQuery, ProjectSearchBy, ProjectSort};

use crate::{
    Client,
    call::{Call, Pairs},
    path::segment,
    read,
    reports::direction,
};

impl Client {
    /// Returns a page of projects (`interface.md` §4.6), parsed as `field-notes.md` 10 and 16
    /// describe.
    pub async fn list_projects(&self, query: &ProjectQuery) -> Result<Page<Project>, Problem> {
        let response = self.transport.read(Call::list("projects", parameters(query))).await?;
        let asked = query.clone();
        Ok(response.read(move |body| read::projects(body, &asked)).await?.1)
    }

    /// Deletes a project with all of its reports (`interface.md` §4.7). Succeeds only if the
    /// service confirms it in its own form (`field-notes.md` 25), or no list has the project.
    pub async fn delete_project(&self, project: &str) -> Result<DeleteResult, Problem> {
        let path = format!("projects/{}", segment("project", project)?);
        match self.delete(path, project).await {
            Err(lost) if lost.code == ProblemCode::OutcomeUnknown => self.prove_project_gone(project, lost).await,
            other => other,
        }
    }
}

/// Only the set fields, and the page size (`field-notes.md` 11, 15, §6).
fn parameters(query: &ProjectQuery) -> Pairs {
    let ProjectQuery { search, search_by, sort_by, sort, per_page, page } = query;
    let mut pairs = Vec::new();
    pairs.extend(search.clone().filter(|search| !search.is_empty()).map(|search| ("search", search)));
    pairs.extend(search_by.map(|ProjectSearchBy::Project| ("search_by", "project".into())));
    pairs.extend(sort_by.map(|sort_by| {
        let name = match sort_by {
            ProjectSort::CreatedAt => "created_at",
            ProjectSort::Project => "project",
        };
        ("sort_by", name.into())
    }));
    pairs.extend(sort.map(direction));
    pairs.push(("per_page", u16::from(*per_page).to_string()));
    pairs.extend(page.filter(|page| *page > 1).map(|page| ("page", page.to_string())));
    pairs
}
