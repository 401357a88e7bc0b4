//! Combines the checksums of adjacent pieces without reading them.
//!
//! Appending n bytes multiplies a CRC by x^(8n) modulo its polynomial. The factor depends only on the length, so for
//! parts of equal size it is computed once: ten thousand parts take milliseconds.

use super::Sums;

/// Polynomials modulo another one, with bits reflected as in the CRCs: the highest bit is x^0.
#[derive(Clone, Copy)]
struct Field {
    one: u64,
    modulus: u64,
}

const CRC64_NVME: Field = Field { one: 1 << 63, modulus: 0x9a6c_9329_ac4b_c9b5 };
const CRC32_ISO_HDLC: Field = Field { one: 1 << 31, modulus: 0xedb8_8320 };

impl Field {
    fn multiply(self, left: u64, mut right: u64) -> u64 {
        let mut product = 0;
        let mut bit = self.one;
        while bit != 0 {
            if left & bit != 0 {
                product ^= right;
            }
            right = if right & 1 == 1 { (right >> 1) ^ self.modulus } else { right >> 1 };
            bit >>= 1;
        }
        product
    }

    /// x^(8 × bytes), by repeated squaring.
    fn shift_by(self, mut bytes: u64) -> u64 {
        let mut square = self.one >> 8;
        let mut power = self.one;
        while bytes > 0 {
            if bytes & 1 == 1 {
                power = self.multiply(power, square);
            }
            square = self.multiply(square, square);
            bytes >>= 1;
        }
        power
    }
}

/// The sums of a growing content.
pub(crate) struct Joining {
    sums: Sums,
    shift: Shift,
}

/// The factors that move sums past a piece. Consecutive pieces often have the same length.
struct Shift {
    length: u64,
    crc64: u64,
    crc32: u64,
}

impl Joining {
    pub(crate) fn of(pieces: impl IntoIterator<Item = Sums>) -> Sums {
        let shift = Shift { length: 0, crc64: CRC64_NVME.one, crc32: CRC32_ISO_HDLC.one };
        let mut joining = Self { sums: Sums::default(), shift };
        pieces.into_iter().for_each(|piece| joining.append(piece));
        joining.sums
    }

    fn append(&mut self, next: Sums) {
        let length = next.size;
        if self.shift.length != length {
            self.shift = Shift { length, crc64: CRC64_NVME.shift_by(length), crc32: CRC32_ISO_HDLC.shift_by(length) };
        }
        // Damaged rows have any size.
        self.sums.size = self.sums.size.saturating_add(next.size);
        self.sums.crc64 = CRC64_NVME.multiply(self.shift.crc64, self.sums.crc64) ^ next.crc64;
        let crc32 = CRC32_ISO_HDLC.multiply(self.shift.crc32, self.sums.crc32.into());
        self.sums.crc32 = super::low_half(crc32) ^ next.crc32;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Summing;
    use super::Joining;

    #[test]
    fn pieces_have_the_sums_of_the_whole() {
        let whole: Vec<u8> =
            (0..50_000_u32).flat_map(|index| index.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
        let sums = |bytes: &[u8]| {
            let mut summing = Summing::new();
            summing.update(bytes);
            summing.finish().0
        };
        for size in [1, 2, 7, 255, 4096, 65_537, 199_999, 200_000] {
            assert_eq!(Joining::of(whole.chunks(size).map(sums)), sums(&whole), "pieces of {size}");
        }
        let uneven = [&whole[..0], &whole[..10], &whole[10..10], &whole[10..5000], &whole[5000..]];
        assert_eq!(Joining::of(uneven.map(sums)), sums(&whole));
        assert_eq!(Joining::of([]), sums(b""));
    }
}
