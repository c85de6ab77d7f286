//! Pages of sitemaps without a report: a sitemap is remembered by the newest batch that was planned
//! from it.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

use assay_journal::{NewRow, StoredBatch};
use assay_library::PlannableReport;
use assay_model::{
    BatchFilter, BatchOrigin, ConnectionRef, MAX_ROWS, Problem, RowState, ServiceKey, SitemapGap, SitemapPages,
    StateCounts, address,
};
use jiff::Timestamp;
use tokio::sync::Mutex;

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

/// The gaps of one connection, read again only after a change.
#[derive(Default)]
pub(crate) struct KeptGaps(Mutex<Option<(GapSources, Arc<[FoundGap]>)>>);

/// Gaps depend on nothing else.
#[derive(PartialEq)]
struct GapSources {
    scope: ServiceKey,
    /// Batches with their progress.
    batches: Vec<(u32, StateCounts)>,
    urls: [u8; 16],
}

impl KeptGaps {
    async fn get(
        &self,
        sources: GapSources,
        read: impl Future<Output = Result<Vec<FoundGap>, Problem>>,
    ) -> Result<Arc<[FoundGap]>, Problem> {
        let mut kept = self.0.lock().await;
        if let Some((of, found)) = &*kept
            && *of == sources
        {
            return Ok(Arc::clone(found));
        }
        let found: Arc<[FoundGap]> = read.await?.into();
        *kept = Some((sources, Arc::clone(&found)));
        Ok(found)
    }
}

impl BatchPlans {
    /// Returns the sites of remembered sitemaps, those with the most missing pages first.
    pub async fn sitemap_gaps(&self, of: ConnectionRef) -> Result<Vec<SitemapGap>, Problem> {
        let found = self.found_gaps(&of.id).await?;
        Ok(found.iter().map(|(gap, _)| gap.clone()).take(MAX_SITES).collect())
    }

    /// Returns the missing pages of a site, or of all sites, as many as a batch can have.
    pub async fn sitemap_missing(&self, of: SitemapPages) -> Result<Vec<String>, Problem> {
        let SitemapPages { connection, project } = of;
        query_limits::length("project", project.as_deref().unwrap_or_default(), query_limits::MAX_NAME_LENGTH)?;
        let found = self.found_gaps(&connection).await?;
        let wanted = found.iter().filter(|(gap, _)| project.as_ref().is_none_or(|project| gap.project == *project));
        Ok(wanted.flat_map(|(_, missing)| missing).take(MAX_ROWS as usize).cloned().collect())
    }

    async fn found_gaps(&self, connection: &str) -> Result<Arc<[FoundGap]>, Problem> {
        let saved = self.connections.find(connection).await?;
        self.ingest.flush().await;
        let (id, scope) = (saved.id.clone(), saved.scope());
        let batches: Vec<_> = self.journal.ask(move |journal| Ok(remembered(journal.list(Some(&id))?, &scope))).await?;
        if batches.is_empty() {
            return Ok(Arc::new([]));
        }
        let scope = saved.scope();
        let urls = self.library.ask(move |library| library.scope(&scope).hash_of_urls()).await?;
        let progress = batches.iter().map(|(batch, _)| (batch.number, batch.states)).collect();
        let sources = GapSources { scope: saved.scope(), batches: progress, urls };
        let read = async {
            let sitemaps = self.journal.ask(move |journal| {
                let done = BatchFilter { state: Some(RowState::Done), ..BatchFilter::default() };
                let read = |(batch, address): (StoredBatch, String)| {
                    let (journaled, mut made) = (journal.batch(batch.number), Vec::new());
                    journaled.for_each_row(&done, |row| {
                        made.extend(row.report.map(|id| (row.address, id)));
                    })?;
                    let rows = journaled.listed()?;
                    Ok(RememberedSitemap { address, read_at: batch.made_at, rows, made })
                };
                batches.into_iter().map(read).collect::<assay_journal::Result<Vec<_>>>()
            });
            let (sitemaps, scope) = (sitemaps.await?, saved.scope());
            self.library.ask(move |library| Ok(gaps_of(&sitemaps, &library.scope(&scope).plannable_reports()?))).await
        };
        self.gaps.get(sources, read).await
    }
}

/// The newest batch of each sitemap, with its URL.
fn remembered(batches: Vec<StoredBatch>, scope: &ServiceKey) -> Vec<(StoredBatch, String)> {
    let mut seen = HashSet::new();
    let newest = batches.into_iter().filter(|batch| batch.scope == *scope).filter_map(|batch| {
        let BatchOrigin::Sitemap { address } = &batch.origin else { return None };
        let address = address.clone();
        seen.insert(address.clone()).then_some((batch, address))
    });
    newest.take(MAX_SITEMAPS).collect()
}

/// The sites of sitemaps, newest first; all sitemaps of a site count together.
fn gaps_of(sitemaps: &[RememberedSitemap], known: &[PlannableReport]) -> Vec<FoundGap> {
    let pages: HashSet<_> = known.iter().filter_map(|report| address::stored(&report.address)).collect();
    let ids: HashSet<_> = known.iter().map(|report| report.id.as_str()).collect();
    let made = sitemaps.iter().flat_map(|sitemap| &sitemap.made).filter(|(_, id)| ids.contains(id.as_str()));
    let made: HashSet<_> = made.map(|(address, _)| address.as_str()).collect();
    let (mut seen, mut sites) = (HashSet::new(), BTreeMap::<&str, FoundGap>::new());
    for RememberedSitemap { address, read_at, rows, .. } in sitemaps {
        for row in rows.iter().filter(|row| row.repeats.is_none()) {
            let Some(page) = row.page.as_deref().filter(|page| seen.insert(*page)) else { continue };
            let site = page.split(['/', ':', '?']).next().unwrap_or_default();
            let (gap, missing) = sites.entry(site).or_insert_with(|| {
                let (sitemap, project, read_at) = (address.clone(), site.to_owned(), *read_at);
                (SitemapGap { sitemap, project, read_at, pages: 0, missing: 0 }, Vec::new())
            });
            gap.pages += 1;
            if !pages.contains(page) && !made.contains(row.address.as_str()) {
                gap.missing += 1;
                missing.push(row.address.clone());
            }
        }
    }
    let mut gaps: Vec<_> = sites.into_values().collect();
    gaps.sort_by_key(|(gap, _)| Reverse(gap.missing));
    gaps
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use assay_model::StateCounts;

    use super::{GapSources, KeptGaps};

    #[tokio::test]
    async fn gaps_are_read_again_only_after_a_change() {
        let (kept, reads) = (KeptGaps::default(), Cell::new(0));
        let get = async |scope: &str, done, urls| {
            let batches = vec![(1, StateCounts { done, ..StateCounts::default() })];
            let sources = GapSources { scope: scope.to_owned().into(), batches, urls: [urls; 16] };
            let read = async {
                reads.set(reads.get() + 1);
                Ok(Vec::new())
            };
            kept.get(sources, read).await.unwrap();
            reads.get()
        };
        assert_eq!([get("a", 0, 0).await, get("a", 0, 0).await, get("a", 0, 0).await], [1, 1, 1]);
        assert_eq!([get("a", 1, 0).await, get("a", 1, 0).await], [2, 2]);
        assert_eq!([get("a", 1, 1).await, get("b", 1, 1).await], [3, 4]);
    }
}
