//! Bodies in the chunks of S3 (`aws-chunked`). The protocol layer holds a whole chunk before it passes it on, and clients
//! may send everything in one.
//!
//! Unsigned chunks are cut into pieces as they arrive. A signed chunk is held because its signature covers all of it, so
//! that its size has a limit.

use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Buf as _, Bytes, BytesMut};
use http::request::Parts;
use http_body::{Frame, SizeHint};
use s3s::{Body, StdError};

use crate::error::Error;

const LARGEST_SIGNED: u64 = 16 << 20;
const LONGEST_LINE: usize = 1024;
const LINE_END: &[u8] = b"\r\n";

/// What comes next in the body.
enum Expected {
    /// The line with the size of a chunk, of which this much has arrived.
    Size(BytesMut),
    /// This many bytes of a chunk.
    Content(u64),
    /// The end of the line behind a chunk.
    End(&'static [u8]),
    /// Trailers.
    Rest,
}

struct SmallChunks {
    body: Body,
    is_signed: bool,
    expected: Expected,
    ready: VecDeque<Bytes>,
}

pub(crate) fn limited(parts: &Parts, body: Body) -> Body {
    let mode = parts.headers.get("x-amz-content-sha256").map_or(&b""[..], |mode| mode.as_bytes());
    if !mode.starts_with(b"STREAMING-") {
        return body;
    }
    let is_signed = !mode.starts_with(b"STREAMING-UNSIGNED-");
    let (expected, ready) = (Expected::Size(BytesMut::new()), VecDeque::new());
    Body::http_body(SmallChunks { body, is_signed, expected, ready })
}

impl SmallChunks {
    fn feed(&mut self, mut bytes: Bytes) -> Result<(), Error> {
        while !bytes.is_empty() {
            match &mut self.expected {
                Expected::Size(line) => {
                    let end = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
                    line.extend_from_slice(&bytes.split_to(end));
                    if line.len() > LONGEST_LINE {
                        return Err(malformed("the line with the size of a chunk is too long"));
                    }
                    if line.ends_with(b"\n") {
                        let line = line.split().freeze();
                        self.begin(line)?;
                    }
                }
                Expected::Content(left) => {
                    let here = usize::try_from(*left).unwrap_or(usize::MAX).min(bytes.len());
                    *left -= here as u64;
                    let is_last = *left == 0;
                    let piece = bytes.split_to(here);
                    self.pass(piece);
                    if is_last {
                        self.expected = Expected::End(LINE_END);
                    }
                }
                Expected::End(left) => {
                    if bytes.get_u8() != left[0] {
                        return Err(malformed("a chunk is longer than its line says"));
                    }
                    *left = &left[1..];
                    if left.is_empty() {
                        self.expected = Expected::Size(BytesMut::new());
                    }
                }
                Expected::Rest => self.ready.push_back(bytes.split_to(bytes.len())),
            }
        }
        Ok(())
    }

    /// Begins the chunk that this line describes.
    fn begin(&mut self, line: Bytes) -> Result<(), Error> {
        let size = line.split(|byte| matches!(byte, b';' | b'\r' | b'\n')).next().unwrap_or_default();
        let size = std::str::from_utf8(size).ok().filter(|size| !size.starts_with('+'));
        let size = size.and_then(|size| u64::from_str_radix(size, 16).ok());
        let size = size.ok_or_else(|| malformed("the size of a chunk is not a hexadecimal number"))?;
        if self.is_signed && size > LARGEST_SIGNED {
            return Err(malformed("a signed chunk can have up to 16 MiB: send smaller chunks"));
        }
        self.expected = if size == 0 { Expected::Rest } else { Expected::Content(size) };
        if self.is_signed || size == 0 {
            self.ready.push_back(line);
        }
        Ok(())
    }

    /// A piece of a chunk: a chunk of its own if nothing is signed.
    fn pass(&mut self, piece: Bytes) {
        if self.is_signed {
            self.ready.push_back(piece);
            if matches!(self.expected, Expected::Content(0)) {
                self.ready.push_back(Bytes::from_static(LINE_END));
            }
        } else {
            self.ready.push_back(Bytes::from(format!("{:x}\r\n", piece.len())));
            self.ready.push_back(piece);
            self.ready.push_back(Bytes::from_static(LINE_END));
        }
    }
}

fn malformed(what: &str) -> Error {
    Error::IncompleteBody(what.to_owned())
}

impl http_body::Body for SmallChunks {
    type Data = Bytes;
    type Error = StdError;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, StdError>>> {
        let this = &mut *self;
        loop {
            if let Some(bytes) = this.ready.pop_front() {
                return Poll::Ready(Some(Ok(Frame::data(bytes))));
            }
            match ready!(Pin::new(&mut this.body).poll_frame(context)) {
                None => return Poll::Ready(None),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                Some(Ok(frame)) => {
                    let Ok(bytes) = frame.into_data() else { continue };
                    if let Err(error) = this.feed(bytes) {
                        return Poll::Ready(Some(Err(error.into())));
                    }
                }
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.ready.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::default()
    }
}

#[cfg(test)]
mod tests {
    use super::{Body, Bytes, BytesMut, Expected, SmallChunks, VecDeque};

    fn chunks(is_signed: bool) -> SmallChunks {
        SmallChunks {
            body: Body::empty(),
            is_signed,
            expected: Expected::Size(BytesMut::new()),
            ready: VecDeque::new(),
        }
    }

    fn passed(chunks: &mut SmallChunks, bytes: &[u8]) -> Vec<u8> {
        chunks.feed(Bytes::copy_from_slice(bytes)).expect("it is well formed");
        chunks.ready.drain(..).flatten().collect()
    }

    #[test]
    fn every_piece_is_passed_on_at_once() {
        let mut chunks = chunks(false);
        // More than 4 GiB, of which a little arrives.
        assert!(passed(&mut chunks, b"100000002;any=thing\r\n").is_empty());
        for piece in [&b"abc"[..], b"d", &[b'x'; 1000]] {
            let framed = [format!("{:x}\r\n", piece.len()).as_bytes(), piece, b"\r\n"].concat();
            assert_eq!(passed(&mut chunks, piece), framed);
        }
    }

    #[test]
    fn what_is_cut_anywhere_means_the_same() {
        let body = b"3\r\nabc\r\n2\r\nde\r\n0\r\nx-amz-checksum-crc32:AAAA\r\n\r\n";
        for cut in 0..=body.len() {
            let mut chunks = chunks(false);
            let out = [passed(&mut chunks, &body[..cut]), passed(&mut chunks, &body[cut..])].concat();
            let text = String::from_utf8(out).unwrap();
            let content: String =
                text.split("\r\n").skip(1).step_by(2).take_while(|piece| !piece.contains(':')).collect();
            assert!(content == "abcde" && text.ends_with("0\r\nx-amz-checksum-crc32:AAAA\r\n\r\n"), "{cut}: {text:?}");
        }
    }

    #[test]
    fn signed_chunks_stay_as_they_are() {
        let body = b"3;chunk-signature=aa\r\nabc\r\n0;chunk-signature=bb\r\n\r\n";
        for cut in 0..=body.len() {
            let mut chunks = chunks(true);
            assert_eq!([passed(&mut chunks, &body[..cut]), passed(&mut chunks, &body[cut..])].concat(), body);
        }
        assert!(chunks(true).feed(Bytes::from_static(b"1000001;chunk-signature=aa\r\n")).is_err());
    }
}
