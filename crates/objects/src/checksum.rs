//! Checksums of incoming content: the two that are stored for every part and object, and those that a client asks us to
//! verify.

mod blocks;
mod digesting;
mod given;
mod joining;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use crc_fast::{CrcAlgorithm, Digest};
use s3s::crypto::{Checksum as _, Crc32c, Sha1};

use crate::error::{Error, MD5};
pub(crate) use blocks::{BLOCK, BlockSums};
use digesting::Digesting;
pub(crate) use given::{Given, GivenPart};
pub(crate) use joining::Joining;

const CRC64NVME: &str = "x-amz-checksum-crc64nvme";
const CRC32: &str = "x-amz-checksum-crc32";
const CRC32C: &str = "x-amz-checksum-crc32c";
const SHA1: &str = "x-amz-checksum-sha1";
const SHA256: &str = "x-amz-checksum-sha256";
/// The headers and trailers with which a client claims a checksum.
pub(crate) const CHECKSUMS: [&str; 5] = [CRC64NVME, CRC32, CRC32C, SHA1, SHA256];

/// The checksums and length of a piece of content, so that adjacent pieces can be combined without reading them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Sums {
    pub(crate) size: u64,
    pub(crate) crc64: u64,
    pub(crate) crc32: u32,
}

impl Sums {
    pub(crate) fn crc64_text(&self) -> String {
        crc64_text(self.crc64)
    }

    pub(crate) fn crc32_text(&self) -> String {
        STANDARD.encode(self.crc32.to_be_bytes())
    }
}

pub(crate) fn crc64_text(crc64: u64) -> String {
    STANDARD.encode(crc64.to_be_bytes())
}

fn low_half(crc: u64) -> u32 {
    u32::try_from(crc & u64::from(u32::MAX)).unwrap_or_default()
}

/// Running computation of the stored checksums. The CRC-64 of the whole follows from those of the blocks, so that the
/// bytes are not read twice.
pub(crate) struct Summing {
    blocks: BlockSums,
    /// Of the current block.
    crc64: Digest,
    crc32: Digest,
}

impl Summing {
    pub(crate) fn new() -> Self {
        Self {
            blocks: BlockSums::default(),
            crc64: Digest::new(CrcAlgorithm::Crc64Nvme),
            crc32: Digest::new(CrcAlgorithm::Crc32IsoHdlc),
        }
    }

    pub(crate) fn update(&mut self, mut bytes: &[u8]) {
        self.crc32.update(bytes);
        while !bytes.is_empty() {
            let room = usize::try_from(BLOCK - self.crc64.get_amount()).unwrap_or_default();
            let (block, rest) = bytes.split_at(room.min(bytes.len()));
            self.crc64.update(block);
            if self.crc64.get_amount() == BLOCK {
                self.blocks.push(self.crc64.finalize_reset());
            }
            bytes = rest;
        }
    }

    pub(crate) fn finish(mut self) -> (Sums, BlockSums) {
        if self.crc64.get_amount() > 0 {
            self.blocks.push(self.crc64.finalize());
        }
        let size = self.crc32.get_amount();
        let crc64 = self.blocks.joined(size).unwrap_or_default();
        (Sums { size, crc64, crc32: low_half(self.crc32.finalize()) }, self.blocks)
    }
}

/// The client's claims about the body's checksums; those from their own headers in base64, as sent.
#[derive(Debug, Clone, Default)]
pub(crate) struct Claims {
    /// The hash of the body in the request's signature, or sent with a pre-signed URL.
    pub(crate) signed_sha256: Option<[u8; 32]>,
    pub(crate) crc64nvme: Option<String>,
    pub(crate) crc32: Option<String>,
    pub(crate) crc32c: Option<String>,
    pub(crate) sha1: Option<String>,
    pub(crate) sha256: Option<String>,
    pub(crate) md5: Option<String>,
}

impl Claims {
    /// The claims about a body that is not content, such as a list of keys.
    pub(crate) fn of_text(headers: &http::HeaderMap) -> Self {
        let mut claims = Self::default();
        claims.add_trailers(headers);
        let md5 = headers.get("content-md5");
        claims.md5 = md5.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        claims
    }

    /// Those that the store keeps because it could not compute them again.
    pub(crate) fn given(&self) -> Given {
        Given { crc32c: self.crc32c.clone(), sha1: self.sha1.clone(), sha256: self.sha256.clone() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.of(MD5).is_none() && CHECKSUMS.iter().all(|name| self.of(name).is_none())
    }

    /// The claim with the name of its header.
    pub(crate) fn of(&self, name: &str) -> Option<&str> {
        let claim = match name.to_ascii_lowercase().as_str() {
            MD5 => &self.md5,
            CRC64NVME => &self.crc64nvme,
            CRC32 => &self.crc32,
            CRC32C => &self.crc32c,
            SHA1 => &self.sha1,
            SHA256 => &self.sha256,
            _ => &None,
        };
        claim.as_deref()
    }

    /// Adds the claims from the trailers after the body.
    pub(crate) fn add_trailers(&mut self, trailers: &http::HeaderMap) {
        let fields = [
            (CRC64NVME, &mut self.crc64nvme),
            (CRC32, &mut self.crc32),
            (CRC32C, &mut self.crc32c),
            (SHA1, &mut self.sha1),
            (SHA256, &mut self.sha256),
        ];
        for (name, field) in fields {
            if let Some(value) = trailers.get(name).and_then(|value| value.to_str().ok()) {
                *field = Some(value.to_owned());
            }
        }
    }
}

/// The expensive checksums, which are computed only if a claim needs them.
pub(crate) struct Verifier {
    crc32c: Option<Crc32c>,
    sha1: Option<Sha1>,
    digesting: Digesting,
}

impl Verifier {
    /// `announced` is the name of the trailer that will follow the body.
    pub(crate) fn new(claims: &Claims, announced: &str) -> Self {
        let wanted = |claim: &Option<String>, name: &str| claim.is_some() || announced.eq_ignore_ascii_case(name);
        let sha256 = claims.signed_sha256.is_some() || wanted(&claims.sha256, SHA256);
        Self {
            crc32c: wanted(&claims.crc32c, CRC32C).then(Crc32c::new),
            sha1: wanted(&claims.sha1, SHA1).then(Sha1::new),
            digesting: Digesting::new(claims.md5.is_some(), sha256),
        }
    }

    pub(crate) fn update(&mut self, bytes: &[u8]) {
        if let Some(crc32c) = &mut self.crc32c {
            crc32c.update(bytes);
        }
        if let Some(sha1) = &mut self.sha1 {
            sha1.update(bytes);
        }
        self.digesting.update(bytes);
    }

    /// Every claim must match; one that was never computed does not.
    pub(crate) fn verify(self, sums: Sums, claims: &Claims) -> Result<(), Error> {
        check(CRC64NVME, claims.crc64nvme.as_deref(), Some(&sums.crc64.to_be_bytes()))?;
        check(CRC32, claims.crc32.as_deref(), Some(&sums.crc32.to_be_bytes()))?;
        let crc32c = self.crc32c.map(s3s::crypto::Checksum::finalize);
        check(CRC32C, claims.crc32c.as_deref(), crc32c.as_ref().map(AsRef::as_ref))?;
        let sha1 = self.sha1.map(s3s::crypto::Checksum::finalize);
        check(SHA1, claims.sha1.as_deref(), sha1.as_ref().map(AsRef::as_ref))?;
        let (md5, sha256) = self.digesting.finish();
        if claims.signed_sha256.is_some() && claims.signed_sha256 != sha256 {
            return Err(Error::BadDigest("x-amz-content-sha256"));
        }
        check(SHA256, claims.sha256.as_deref(), sha256.as_ref().map(AsRef::as_ref))?;
        check(MD5, claims.md5.as_deref(), md5.as_ref().map(AsRef::as_ref))
    }
}

fn check(name: &'static str, claim: Option<&str>, computed: Option<&[u8]>) -> Result<(), Error> {
    let Some(claim) = claim else { return Ok(()) };
    let claimed = STANDARD.decode(claim).map_err(|_| Error::InvalidDigest(name))?;
    match computed {
        Some(computed) if computed.len() != claimed.len() => Err(Error::InvalidDigest(name)),
        Some(computed) if computed == claimed.as_slice() => Ok(()),
        _ => Err(Error::BadDigest(name)),
    }
}

/// Verifies claims about a whole multipart object, in the full form or the composite form `…-N`.
pub(crate) fn verify_whole(sums: Sums, parts: &[Sums], given: &Given, claims: &Claims) -> Result<(), Error> {
    given.verify(&claims.given())?;
    check(CRC64NVME, claims.crc64nvme.as_deref(), Some(&sums.crc64.to_be_bytes()))?;
    let name = CRC32;
    match claims.crc32.as_deref().and_then(|claim| claim.split_once('-')) {
        None => check(name, claims.crc32.as_deref(), Some(&sums.crc32.to_be_bytes())),
        Some((claim, count)) if count == parts.len().to_string() => {
            let joined: Vec<u8> = parts.iter().flat_map(|part| part.crc32.to_be_bytes()).collect();
            check(name, Some(claim), Some(&crc_fast::crc32_iso_hdlc(&joined).to_be_bytes()))
        }
        Some(_) => Err(Error::BadDigest(name)),
    }
}
