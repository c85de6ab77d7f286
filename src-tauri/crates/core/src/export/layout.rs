use assay_export::Columns;
use assay_model::{ExportColumn, ExportField, ExportFormat, ExportWord};

/// The file's format and columns.
pub(super) struct ExportLayout {
    pub format: ExportFormat,
    pub columns: Vec<ExportColumn>,
    pub words: Vec<ExportWord>,
    pub name: String,
}

impl ExportLayout {
    pub(super) fn columns(&self) -> Columns<ExportField> {
        Columns::of_reports(&self.columns, &self.words)
    }

    /// Whether any column needs checks, which are slow to read.
    pub(super) fn needs_checks(&self) -> bool {
        self.needs(|field| {
            matches!(
                field,
                ExportField::Failed
                    | ExportField::FailedChecks
                    | ExportField::FailedKeys
                    | ExportField::Value
                    | ExportField::ValueLength
            )
        })
    }

    /// Whether a fix list needs the pages on which a check fails.
    pub(super) fn needs_pages(&self) -> bool {
        self.needs(|field| {
            !matches!(
                field,
                ExportField::Check
                    | ExportField::CheckKey
                    | ExportField::Importance
                    | ExportField::Pages
                    | ExportField::Why
                    | ExportField::How
                    | ExportField::Theme
                    | ExportField::Reference
            )
        })
    }

    /// JSON includes every field, regardless of columns.
    fn needs(&self, is_needed: impl Fn(ExportField) -> bool) -> bool {
        self.format == ExportFormat::Json || self.columns.iter().any(|column| is_needed(column.field))
    }
}
