//! MD5 and SHA-256, computed only if needed.

use digests::Md5AndSha256;
use s3s::crypto::{Checksum as _, Md5, Sha256};

pub(super) enum Digesting {
    Nothing,
    Md5(Md5),
    Sha256(Sha256),
    /// Computing both costs hardly more than MD5 alone.
    Both(Md5AndSha256),
}

impl Digesting {
    pub(super) fn new(md5: bool, sha256: bool) -> Self {
        match (md5, sha256) {
            (false, false) => Self::Nothing,
            (true, false) => Self::Md5(Md5::new()),
            (false, true) => Self::Sha256(Sha256::new()),
            (true, true) => Self::Both(Md5AndSha256::new()),
        }
    }

    pub(super) fn update(&mut self, bytes: &[u8]) {
        match self {
            Self::Nothing => {}
            Self::Md5(md5) => md5.update(bytes),
            Self::Sha256(sha256) => sha256.update(bytes),
            Self::Both(both) => both.update(bytes),
        }
    }

    pub(super) fn finish(self) -> (Option<[u8; 16]>, Option<[u8; 32]>) {
        match self {
            Self::Nothing => (None, None),
            Self::Md5(md5) => (Some(md5.finalize()), None),
            Self::Sha256(sha256) => (None, Some(sha256.finalize())),
            Self::Both(both) => {
                let digests = both.finish();
                (Some(digests.md5), Some(digests.sha256))
            }
        }
    }
}
