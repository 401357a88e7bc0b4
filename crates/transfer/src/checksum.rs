//! CRC-64/NVME, the checksum that accompanies content from end to end.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use crc_fast::{CrcAlgorithm, Digest, checksum_combine};

const ALGORITHM: CrcAlgorithm = CrcAlgorithm::Crc64Nvme;

/// Checksum and length of a piece of content, so that adjacent pieces can be joined without reading them again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sum {
    pub crc64: u64,
    pub length: u64,
}

impl Sum {
    pub const EMPTY: Self = Self { crc64: 0, length: 0 };

    /// The sum of this piece followed by `next`.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        if self.length == 0 {
            return next;
        }
        Self {
            crc64: checksum_combine(ALGORITHM, self.crc64, next.crc64, next.length),
            length: self.length + next.length,
        }
    }

    /// Encodes the checksum as base64, as the APIs write it.
    pub fn text(self) -> String {
        STANDARD.encode(self.crc64.to_be_bytes())
    }
}

/// Parses a base64 checksum; `None` if it is not one.
pub fn parse(text: &str) -> Option<u64> {
    let bytes = STANDARD.decode(text).ok()?;
    Some(u64::from_be_bytes(bytes.try_into().ok()?))
}

pub(crate) struct Summing(Digest);

impl Summing {
    pub(crate) fn new() -> Self {
        Self(Digest::new(ALGORITHM))
    }

    pub(crate) fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    pub(crate) fn sum(&self) -> Sum {
        Sum { crc64: self.0.finalize(), length: self.0.get_amount() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Sum, Summing, parse};

    fn sum(bytes: &[u8]) -> Sum {
        let mut summing = Summing::new();
        summing.update(bytes);
        summing.sum()
    }

    #[test]
    fn pieces_join_to_the_whole_and_the_text_reads_back() {
        let joined = [&b"1234"[..], b"", b"56789"].iter().fold(Sum::EMPTY, |all, piece| all.then(sum(piece)));
        assert_eq!(joined, sum(b"123456789"));
        assert_eq!(joined.crc64, 0xae8b_1486_0a79_9888, "the check value of CRC-64/NVME");
        assert_eq!(parse(&joined.text()), Some(joined.crc64));
        assert_eq!(sum(b""), Sum::EMPTY);
        for wrong in ["", "AAAA", "no base64", "AAAAAAAAAAAAAAAA"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
