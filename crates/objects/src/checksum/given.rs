//! Checksums that clients gave and the store verified, but does not compute for everything. They are kept, so that a
//! reader gets them back.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use crc_fast::{CrcAlgorithm, checksum_combine};
use s3s::crypto::{Checksum, Crc32c, Sha1, Sha256};
use serde::{Deserialize, Serialize};

use super::{CRC32C, SHA1, SHA256};
use crate::error::Error;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Given {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) crc32c: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sha1: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sha256: Option<String>,
}

/// What was given with one part, and its length.
pub(crate) type GivenPart<'a> = (&'a Given, u64);

impl Given {
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether these are checksums of the checksums of parts.
    pub(crate) fn is_composite(&self) -> bool {
        self.each().iter().any(|(_, text)| text.is_some_and(|text| text.contains('-')))
    }

    fn each(&self) -> [(&'static str, Option<&str>); 3] {
        [(CRC32C, self.crc32c.as_deref()), (SHA1, self.sha1.as_deref()), (SHA256, self.sha256.as_deref())]
    }

    /// Those of an object from those of its parts. Of the three, only CRC-32C can be that of the bytes, and an object that is
    /// to have checksums of its bytes has no others: who adds some to the parts must not change that.
    pub(crate) fn of_parts(parts: &[GivenPart<'_>], is_full: bool) -> Self {
        if is_full {
            return Self { crc32c: full_crc32c(parts), ..Self::default() };
        }
        Self {
            crc32c: composite::<Crc32c>(parts, |given| given.crc32c.as_deref()),
            sha1: composite::<Sha1>(parts, |given| given.sha1.as_deref()),
            sha256: composite::<Sha256>(parts, |given| given.sha256.as_deref()),
        }
    }

    /// Every claim must be what the parts give. It may leave out the number of parts.
    pub(super) fn verify(&self, claims: &Self) -> Result<(), Error> {
        for ((name, claim), (_, known)) in claims.each().into_iter().zip(self.each()) {
            let Some(claim) = claim else { continue };
            let Some(known) = known else {
                return Err(Error::NotImplemented("a whole object has this checksum only if all of its parts have it"));
            };
            if claim != known && Some(claim) != known.split_once('-').map(|(sum, _)| sum) {
                return Err(Error::BadDigest(name));
            }
        }
        Ok(())
    }

    /// Whether a client that lists a part means this one.
    pub(crate) fn agrees(&self, claims: &Self) -> bool {
        let agrees = |(claim, kept): (&(_, Option<&str>), &(_, Option<&str>))| claim.1.is_none() || claim.1 == kept.1;
        claims.each().iter().zip(&self.each()).all(agrees)
    }
}

fn composite<Sum: Checksum>(parts: &[GivenPart<'_>], of: impl Fn(&Given) -> Option<&str>) -> Option<String> {
    let mut sum = Sum::new();
    for (given, _) in parts {
        sum.update(&STANDARD.decode(of(given)?).ok()?);
    }
    Some(format!("{}-{}", STANDARD.encode(sum.finalize().as_ref()), parts.len()))
}

fn full_crc32c(parts: &[GivenPart<'_>]) -> Option<String> {
    let mut whole = 0;
    for (given, length) in parts {
        let sum = STANDARD.decode(given.crc32c.as_deref()?).ok()?.try_into().ok()?;
        whole = checksum_combine(CrcAlgorithm::Crc32Iscsi, whole, u32::from_be_bytes(sum).into(), *length);
    }
    Some(STANDARD.encode(super::low_half(whole).to_be_bytes()))
}
