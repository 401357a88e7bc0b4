const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

/** The CRC-32 of a stream, hexadecimal. It tells the same content from other content of the same length. */
export async function crc32Of(stream: ReadableStream<Uint8Array>): Promise<string> {
  let value = 0xffffffff;
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    for (const byte of read.value) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0);
  }
  return ((value ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}
