use assay_model::{Direction, PageSize, ProjectQuery, ProjectSearchBy, ProjectSort};

use crate::query_sent;

async fn sent(query: &ProjectQuery) -> String {
    query_sent("projects", async |client| client.list_projects(query).await).await
}

#[tokio::test]
async fn without_a_wish_only_the_page_size_is_sent() {
    assert_eq!(sent(&ProjectQuery::default()).await, "per_page=25");
}

#[tokio::test]
async fn every_parameter_has_its_name_and_values() {
    let plain = ProjectQuery::default;
    for (query, expected) in [
        (ProjectQuery { search: Some("ü b".into()), ..plain() }, "search=%C3%BC+b&per_page=25"),
        (ProjectQuery { search: Some(String::new()), ..plain() }, "per_page=25"),
        (ProjectQuery { search_by: Some(ProjectSearchBy::Project), ..plain() }, "search_by=project&per_page=25"),
        (ProjectQuery { sort_by: Some(ProjectSort::CreatedAt), ..plain() }, "sort_by=created_at&per_page=25"),
        (ProjectQuery { sort_by: Some(ProjectSort::Project), ..plain() }, "sort_by=project&per_page=25"),
        (ProjectQuery { sort: Some(Direction::Asc), ..plain() }, "sort=asc&per_page=25"),
        (ProjectQuery { sort: Some(Direction::Desc), ..plain() }, "sort=desc&per_page=25"),
        (ProjectQuery { per_page: PageSize::Ten, ..plain() }, "per_page=10"),
        (ProjectQuery { per_page: PageSize::Fifty, ..plain() }, "per_page=50"),
        (ProjectQuery { per_page: PageSize::Hundred, ..plain() }, "per_page=100"),
        (ProjectQuery { page: Some(1), ..plain() }, "per_page=25"),
        (ProjectQuery { page: Some(2), ..plain() }, "per_page=25&page=2"),
        (
            ProjectQuery {
                search: Some("shop".into()),
                search_by: Some(ProjectSearchBy::Project),
                sort_by: Some(ProjectSort::Project),
                sort: Some(Direction::Asc),
                per_page: PageSize::Fifty,
                page: Some(4),
            },
            "search=shop&search_by=project&sort_by=project&sort=asc&per_page=50&page=4",
        ),
    ] {
        assert_eq!(sent(&query).await, expected);
    }
}
