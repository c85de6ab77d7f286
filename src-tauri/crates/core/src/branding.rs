//! How reports for clients present their sender.

use std::{fs, io::Read as _, path::Path, sync::Arc};

use assay_export::is_color;
use assay_model::{Branding, FieldReason, Problem, ProblemCode};
use data_encoding::BASE64;
use tokio::task::spawn_blocking;

use crate::{
    host::{Dialogs, SettingsStore},
    query_limits,
};

const SETTING: &str = "branding";

/// In characters.
const MAX_NAME_LENGTH: u32 = 100;

/// In characters.
const MAX_FOOTER_LENGTH: u32 = 300;

/// Of a picture: it is saved with the settings.
const MAX_LOGO_BYTES: u64 = 256 * 1024;

/// In pixels: a small file can hold a picture that is too large to draw.
const MAX_SIDE: u32 = 4096;

pub(crate) struct BrandingStore {
    pub settings: Arc<dyn SettingsStore>,
    pub dialogs: Arc<dyn Dialogs>,
}

#[expect(clippy::unused_async, reason = "every call of the contract is asked in the same way")]
impl BrandingStore {
    pub async fn branding_read(&self, (): ()) -> Result<Branding, Problem> {
        self.read()
    }

    /// Returns what is saved; without what is no longer usable.
    pub(crate) fn read(&self) -> Result<Branding, Problem> {
        let kept = self.settings.read_setting(SETTING)?;
        let kept: Option<Branding> = kept.and_then(|value| serde_json::from_value(value).ok());
        Ok(kept.filter(|branding| validate(branding).is_ok()).unwrap_or_default())
    }

    /// Fails with [`ProblemCode::InvalidInput`] for texts that are too long, and for anything but a
    /// color or a picture.
    pub async fn branding_save(&self, branding: Branding) -> Result<(), Problem> {
        validate(&branding)?;
        let value = serde_json::to_value(branding)
            .map_err(|error| Problem::new(ProblemCode::Internal).with_detail(error.to_string()))?;
        self.settings.write_setting(SETTING, value)
    }

    /// Fails with [`ProblemCode::InvalidInput`] if the file is no PNG or JPEG picture, or too large.
    pub async fn logo_choose(&self, (): ()) -> Result<Option<String>, Problem> {
        let Some(path) = self.dialogs.choose_file(&["png", "jpg", "jpeg"]).await? else { return Ok(None) };
        let read = spawn_blocking(move || read_picture(&path)).await;
        let picture = read.map_err(|fault| Problem::new(ProblemCode::Internal).with_detail(fault.to_string()))?;
        picture.map(Some)
    }
}

fn validate(branding: &Branding) -> Result<(), Problem> {
    let Branding { name, footer, accent, logo } = branding;
    query_limits::length("name", name, MAX_NAME_LENGTH)?;
    query_limits::length("footer", footer, MAX_FOOTER_LENGTH)?;
    if accent.as_deref().is_some_and(|color| !is_color(color)) {
        return Err(Problem::invalid("accent", FieldReason::NotUsable));
    }
    let is_kept = |logo: &str| {
        let (kind, bytes) = logo.strip_prefix("data:")?.split_once(";base64,")?;
        if bytes.len() > BASE64.encode_len(usize::try_from(MAX_LOGO_BYTES).ok()?) {
            return None;
        }
        let bytes = BASE64.decode(bytes.as_bytes()).ok()?;
        (kind_of(&bytes)? == kind).then_some(())
    };
    logo.as_deref().map_or(Some(()), is_kept).ok_or_else(unusable)
}

fn unusable() -> Problem {
    Problem::invalid("logo", FieldReason::NotUsable)
}

fn read_picture(file: &Path) -> Result<String, Problem> {
    // Checked before opening: a pipe would wait for a writer.
    let is_file = fs::metadata(file).is_ok_and(|found| found.is_file());
    let mut bytes = Vec::new();
    let opened = fs::File::open(file).ok().filter(|_| is_file).ok_or_else(unusable)?;
    opened.take(MAX_LOGO_BYTES + 1).read_to_end(&mut bytes).map_err(|_| unusable())?;
    let kind = kind_of(&bytes).ok_or_else(unusable)?;
    Ok(format!("data:{kind};base64,{}", BASE64.encode(&bytes)))
}

/// The kind of a picture by its content, if it is one that is neither too large nor empty.
fn kind_of(bytes: &[u8]) -> Option<&'static str> {
    if bytes.len() as u64 > MAX_LOGO_BYTES {
        return None;
    }
    let png = || png_size(bytes).map(|size| ("image/png", size));
    let (kind, (width, height)) = png().or_else(|| jpeg_size(bytes).map(|size| ("image/jpeg", size)))?;
    ((1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height)).then_some(kind)
}

fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR")?;
    let side = |at: usize| Some(u32::from_be_bytes(header.get(at..at + 4)?.try_into().ok()?));
    Some((side(0)?, side(4)?))
}

fn jpeg_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut rest = bytes.strip_prefix(b"\xff\xd8")?;
    loop {
        // Any number of bytes may fill the space before a marker.
        while let [0xff, filled @ ..] = rest
            && filled.first() == Some(&0xff)
        {
            rest = filled;
        }
        let (marker, length) = match rest {
            [0xff, marker, high, low, ..] => (*marker, usize::from(u16::from_be_bytes([*high, *low]))),
            _ => return None,
        };
        // The start of a frame, but for what shares its range.
        if matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc) {
            let side = |at: usize| Some(u32::from(u16::from_be_bytes(rest.get(at..at + 2)?.try_into().ok()?)));
            return Some((side(7)?, side(5)?));
        }
        rest = rest.get(2 + length.max(2)..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_LOGO_BYTES, kind_of};

    fn png(width: u32, height: u32) -> Vec<u8> {
        [&b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR"[..], &width.to_be_bytes(), &height.to_be_bytes(), &[8, 6, 0, 0, 0]]
            .concat()
    }

    fn jpeg(width: u16, height: u16) -> Vec<u8> {
        let start = b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08";
        [&start[..], &height.to_be_bytes(), &width.to_be_bytes(), &[3; 10]].concat()
    }

    #[test]
    fn a_picture_is_known_by_its_content_and_bounded() {
        assert_eq!(kind_of(&png(64, 64)), Some("image/png"));
        assert_eq!(kind_of(&jpeg(64, 32)), Some("image/jpeg"));
        let filled = b"\xff\xd8\xff\xff\xff\xe0\0\x04ab\xff\xff\xc0\0\x11\x08\0\x20\0\x40";
        assert_eq!(kind_of(filled), Some("image/jpeg"));
        let mut large = png(64, 64);
        large.resize(usize::try_from(MAX_LOGO_BYTES).unwrap() + 1, 0);
        for other in [
            png(0, 64),
            png(64, 4097),
            jpeg(5000, 10),
            large,
            b"\xff\xd8".to_vec(),
            b"\xff\xd8\xff\xe0\0\0".to_vec(),
            b"<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>".to_vec(),
            b"GIF89a".to_vec(),
            vec![],
        ] {
            assert_eq!(kind_of(&other), None);
        }
    }
}
