//! Computes MD5 and SHA-256 of one body for the price of MD5 alone.
//!
//! If clients send both with every part, as rclone does, computing them is the most expensive thing that a store does.
//! MD5 is one long dependency chain, in which every step waits for the previous one, so most of a core is idle. SHA-256
//! with the processor's own instructions fits into that idle time, if both run in the same loop. If the processor has
//! no such instructions, the usual libraries compute the two one after the other, with the same result.

#[cfg(target_arch = "x86_64")]
mod together;

use sha2::Digest as _;

#[derive(Debug, PartialEq, Eq)]
pub struct Digests {
    pub md5: [u8; 16],
    pub sha256: [u8; 32],
}

/// Running computation of both digests of one body.
pub struct Md5AndSha256(Way);

enum Way {
    #[cfg(target_arch = "x86_64")]
    Together(together::Together),
    Apart(Box<(md5::Md5, sha2::Sha256)>),
}

impl Md5AndSha256 {
    pub fn new() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(together) = together::Together::new() {
            return Self(Way::Together(together));
        }
        Self::apart()
    }

    fn apart() -> Self {
        Self(Way::Apart(Box::default()))
    }

    pub fn update(&mut self, bytes: &[u8]) {
        match &mut self.0 {
            #[cfg(target_arch = "x86_64")]
            Way::Together(together) => together.update(bytes),
            Way::Apart(both) => {
                both.0.update(bytes);
                both.1.update(bytes);
            }
        }
    }

    pub fn finish(self) -> Digests {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Way::Together(together) => together.finish(),
            Way::Apart(both) => Digests { md5: both.0.finalize().into(), sha256: both.1.finalize().into() },
        }
    }
}

impl Default for Md5AndSha256 {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;

    fn expected(bytes: &[u8]) -> Digests {
        Digests { md5: md5::Md5::digest(bytes).into(), sha256: sha2::Sha256::digest(bytes).into() }
    }

    /// The fast implementation, if this processor supports it, and the portable one.
    fn all_ways() -> Vec<Md5AndSha256> {
        let mut ways = vec![Md5AndSha256::apart()];
        #[cfg(target_arch = "x86_64")]
        ways.extend(together::Together::new().map(|together| Md5AndSha256(Way::Together(together))));
        ways
    }

    /// All lengths around the ends of blocks and of their padding, in pieces that are aligned with blocks and not.
    #[test]
    fn all_ways_give_what_the_libraries_give() {
        let bytes: Vec<u8> = (0..400_u32).map(|number| number.to_le_bytes()[0].wrapping_mul(37)).collect();
        for length in 0..=bytes.len() {
            let bytes = &bytes[..length];
            for piece in [1, 7, 55, 63, 64, 65, 128, 400] {
                for mut running in all_ways() {
                    bytes.chunks(piece).for_each(|piece| running.update(piece));
                    assert_eq!(running.finish(), expected(bytes), "{length} by {piece}");
                }
            }
        }
    }

    #[test]
    fn random_bytes_in_random_pieces_give_what_the_libraries_give() {
        let seed: u64 = rand::random();
        let mut random = StdRng::seed_from_u64(seed);
        for _ in 0..200 {
            let mut bytes = vec![0; random.random_range(0..40_000)];
            random.fill(&mut bytes[..]);
            for mut running in all_ways() {
                let mut rest = bytes.as_slice();
                while !rest.is_empty() {
                    let (piece, others) = rest.split_at(random.random_range(1..=rest.len()));
                    running.update(piece);
                    rest = others;
                }
                assert_eq!(running.finish(), expected(&bytes), "seed {seed}, {} bytes", bytes.len());
            }
        }
    }

    /// Without this, a build that never used a fast implementation would pass every other test.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn a_processor_with_the_instructions_uses_them() {
        let has_sha = is_x86_feature_detected!("sha") && is_x86_feature_detected!("sse4.1");
        assert_eq!(matches!(Md5AndSha256::new().0, Way::Together(_)), has_sha);
    }
}
