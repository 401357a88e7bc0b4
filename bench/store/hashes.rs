//! The cost of the hashes that a client may send: with the usual libraries, and with our own loop for both at once.

use std::hint::black_box;
use std::time::Instant;

use digests::Md5AndSha256;
use sha2::Digest as _;

/// As large as one received block.
const BLOCK: usize = 256 << 10;
/// Enough for a quarter of a GiB.
const BLOCKS: usize = (1 << 28) / BLOCK;

/// Seconds per GiB on one core.
#[derive(Clone, Copy)]
pub(crate) struct Costs {
    pub(crate) md5: f64,
    pub(crate) sha256: f64,
    pub(crate) both: f64,
}

pub(crate) fn measure() -> Costs {
    let block = vec![0x5a; BLOCK];
    let (mut md5, mut sha256, mut both) = (md5::Md5::new(), sha2::Sha256::new(), Md5AndSha256::new());
    let costs = Costs {
        md5: seconds(|| md5.update(&block)),
        sha256: seconds(|| sha256.update(&block)),
        both: seconds(|| both.update(&block)),
    };
    black_box((md5.finalize(), sha256.finalize(), both.finish()));
    costs
}

fn seconds(mut hash_block: impl FnMut()) -> f64 {
    let start = Instant::now();
    (0..BLOCKS).for_each(|_| hash_block());
    start.elapsed().as_secs_f64() * 4.0
}
