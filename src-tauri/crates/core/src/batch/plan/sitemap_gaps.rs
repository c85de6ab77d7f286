//! Pages of sitemaps without a report: a sitemap is remembered by the newest batch that was planned
//! from it.

use std::collections::{BTreeMap, HashSet};

use assay_journal::NewRow;
use assay_library::PlannableReport;
use assay_model::{
    BatchFilter, BatchOrigin, ConnectionRef, MAX_ROWS, Problem, RowState, SitemapGap, SitemapPages, address,
};
use jiff::Timestamp;

use super::BatchPlans;
use crate::query_limits;

/// Sitemaps of a connection; older ones are not looked at.
const MAX_SITEMAPS: usize = 10;

/// Sites in an answer: those with the most missing pages.
const MAX_SITES: usize = 100;

/// A sitemap as a batch has it.
struct RememberedSitemap {
    address: String,
    read_at: Timestamp,
    rows: Vec<NewRow>,
    /// URLs with the reports made of them, which are of other pages after a redirect.
    made: Vec<(String, String)>,
}

/// A site's gap with its missing pages.
type FoundGap = (SitemapGap, Vec<String>);

impl BatchPlans {
    /// Returns the sites of remembered sitemaps, those with the most missing pages first.
    pub async fn sitemap_gaps(&self, of: ConnectionRef) -> Result<Vec<SitemapGap>, Problem> {
        let found = self.found_gaps(&of.id).await?;
        Ok(found.into_iter().map(|(gap, _)| gap).take(MAX_SITES).collect())
    }

    /// Returns the missing pages of a site, or of all sites, as many as a batch can have.
    pub async fn sitemap_missing(&self, of: SitemapPages) -> Result<Vec<String>, Problem> {
        let SitemapPages { connection, project } = of;
        query_limits::length("project", project.as_deref().unwrap_or_default(), query_limits::MAX_NAME_LENGTH)?;
        let found = self.found_gaps(&connection).await?;
        let wanted =
            found.into_iter().filter(|(gap, _)| project.as_ref().is_none_or(|project| gap.project == *project));
        Ok(wanted.flat_map(|(_, missing)| missing).take(MAX_ROWS as usize).collect())
    }

    async fn found_gaps(&self, connection: &str) -> Result<Vec<FoundGap>, Problem> {
        let saved = self.connections.find(connection).await?;
        self.ingest.flush().await;
        let (id, scope) = (saved.id.clone(), saved.scope());
        let sitemaps = self.journal.ask(move |journal| {
            let (mut seen, mut sitemaps) = (HashSet::new(), Vec::new());
            for batch in journal.list(Some(&id))? {
                let BatchOrigin::Sitemap { address } = batch.origin else { continue };
                if batch.scope != scope || sitemaps.len() == MAX_SITEMAPS || !seen.insert(address.clone()) {
                    continue;
                }
                let (mut made, done) =
                    (Vec::new(), BatchFilter { state: Some(RowState::Done), ..BatchFilter::default() });
                journal.for_each_row(batch.number, &done, |row| made.extend(row.report.map(|id| (row.address, id))))?;
                let rows = journal.listed(batch.number)?;
                sitemaps.push(RememberedSitemap { address, read_at: batch.made_at, rows, made });
            }
            Ok(sitemaps)
        });
        let sitemaps = sitemaps.await?;
        if sitemaps.is_empty() {
            return Ok(Vec::new());
        }
        let scope = saved.scope();
        self.library.ask(move |library| Ok(gaps_of(sitemaps, &library.plannable_reports(&scope)?))).await
    }
}

/// The sites of sitemaps, newest first, each by its newest one.
fn gaps_of(sitemaps: Vec<RememberedSitemap>, known: &[PlannableReport]) -> Vec<FoundGap> {
    let pages: HashSet<_> = known.iter().filter_map(|report| address::stored(&report.address)).collect();
    let ids: HashSet<_> = known.iter().map(|report| report.id.as_str()).collect();
    let mut sites: BTreeMap<String, FoundGap> = BTreeMap::new();
    for RememberedSitemap { address, read_at, rows, made } in sitemaps {
        let made: HashSet<_> =
            made.iter().filter(|(_, id)| ids.contains(id.as_str())).map(|(address, _)| address.as_str()).collect();
        let mut found: BTreeMap<&str, FoundGap> = BTreeMap::new();
        for row in rows.iter().filter(|row| row.repeats.is_none()) {
            let Some(page) = row.page.as_deref() else { continue };
            let site = page.split(['/', ':', '?']).next().unwrap_or_default();
            if sites.contains_key(site) {
                continue;
            }
            let empty = || {
                let (sitemap, project) = (address.clone(), site.to_owned());
                (SitemapGap { sitemap, project, read_at, pages: 0, missing: 0 }, Vec::new())
            };
            let (gap, missing) = found.entry(site).or_insert_with(empty);
            gap.pages += 1;
            if !pages.contains(page) && !made.contains(row.address.as_str()) {
                gap.missing += 1;
                missing.push(row.address.clone());
            }
        }
        sites.extend(found.into_iter().map(|(site, found)| (site.to_owned(), found)));
    }
    let mut gaps: Vec<_> = sites.into_values().collect();
    gaps.sort_by_key(|(gap, _)| std::cmp::Reverse(gap.missing));
    gaps
}
