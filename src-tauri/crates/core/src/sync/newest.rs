use assay_model::{PageSize, Problem, ReportSort};

use super::{
    cursor::HighWaterMarks,
    service_reader::{ListRead, NEWEST, REFRESHED, ServiceReader, query},
};

/// The reports above the marks of a sync.
pub(super) struct NewestReports {
    pub marks: HighWaterMarks,
    pub total: Option<u32>,
    pub read: ListRead,
}

impl ServiceReader {
    /// The current top of the service's lists.
    pub(super) async fn read_marks(&mut self) -> Result<HighWaterMarks, Problem> {
        let newest = HighWaterMarks::newest(&self.page(NEWEST, 1).await?.rows);
        let refreshed = if self.sorts_by_refreshed() {
            let small = query(REFRESHED, PageSize::Ten, 1);
            HighWaterMarks::refreshed(&self.client.list_full_reports(&small).await?.rows)
        } else {
            None
        };
        Ok(HighWaterMarks { newest, refreshed })
    }

    /// Whether the service may support sorting by last check: no, once it ignored it.
    pub(super) fn sorts_by_refreshed(&self) -> bool {
        self.client.generation().sorts.get(&ReportSort::GeneratedAt) != Some(&false)
    }

    /// Reads new and rechecked reports above the marks. Returns the current marks.
    pub(super) async fn read_newest(&mut self, marks: &HighWaterMarks, most: u32) -> Result<NewestReports, Problem> {
        let read = self.read_until(NEWEST, most, |rows| marks.reach_newest(rows)).await?;
        let refreshed = if self.sorts_by_refreshed() {
            HighWaterMarks::refreshed(&self.read_until(REFRESHED, most, |rows| marks.reach_refreshed(rows)).await?.top)
        } else {
            None
        };
        let marks = HighWaterMarks { newest: HighWaterMarks::newest(&read.top), refreshed };
        Ok(NewestReports { marks, total: read.total.and_then(|total| u32::try_from(total).ok()), read })
    }
}
