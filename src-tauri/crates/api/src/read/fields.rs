use assay_model::OddField;
use serde_json::{Map, Value};

use crate::hide::cut;

/// The most characters of an odd value that are shown.
const RAW: usize = 200;

/// A record's fields, read by name, and a note of each that could not be understood.
pub(crate) struct Fields {
    record: Map<String, Value>,
    odd: Vec<OddField>,
}

impl Fields {
    pub(crate) fn new(record: Map<String, Value>) -> Self {
        Self { record, odd: Vec::new() }
    }

    /// A field's value; `None` where it is absent, null, or odd.
    pub(crate) fn read<T>(&mut self, name: &str, read: impl Fn(&Value) -> Option<T>) -> Option<T> {
        let value = self.record.get(name).filter(|value| !value.is_null())?;
        let known = read(value);
        if known.is_none() {
            self.odd(name, cut(&value.to_string(), RAW));
        }
        known
    }

    /// Takes a field out, to read it without copying.
    pub(crate) fn take(&mut self, name: &str) -> Option<Value> {
        self.record.shift_remove(name).filter(|value| !value.is_null())
    }

    /// Puts back a field that could not be understood.
    pub(crate) fn put_back(&mut self, name: &str, value: Value) {
        self.odd(name, cut(&value.to_string(), RAW));
        self.record.insert(name.into(), value);
    }

    /// Notes a field as odd.
    pub(crate) fn odd(&mut self, name: &str, raw: String) {
        self.odd.push(OddField { field: name.into(), raw });
    }

    /// The odd fields, and everything besides the known ones; what is odd is there too, whole.
    pub(crate) fn rest(self, known: &[&str]) -> (Vec<OddField>, Map<String, Value>) {
        let Self { mut record, odd } = self;
        record.retain(|name, _| !known.contains(&name.as_str()) || odd.iter().any(|odd| odd.field == *name));
        (odd, record)
    }
}
