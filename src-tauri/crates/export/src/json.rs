use std::io::{self, Write};

use assay_model::Problem;

use crate::{
    Sink,
    cell::Record,
    part::{Part, failed},
};

/// A JSON array, one row per line: complete, with the service's original numbers.
pub(crate) struct Array {
    part: Part,
    is_begun: bool,
}

impl Array {
    pub(crate) fn new(mut part: Part) -> Result<Self, Problem> {
        part.write_all(b"[").map_err(failed)?;
        Ok(Self { part, is_begun: false })
    }
}

impl<R: Record> Sink<R> for Array {
    fn write(&mut self, row: &R) -> Result<(), Problem> {
        self.part.write_all(if self.is_begun { b",\n" } else { b"\n" }).map_err(failed)?;
        self.is_begun = true;
        serde_json::to_writer(&mut self.part, row).map_err(|error| failed(io::Error::from(error)))
    }

    fn end(mut self: Box<Self>) -> Result<Part, Problem> {
        self.part.write_all(b"\n]\n").map_err(failed)?;
        Ok(self.part)
    }
}
