const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

/** A CRC-32 in the making: feed it with `update`, in order. */
export class Crc32 {
  private value = 0xffffffff;

  update(bytes: Uint8Array): void {
    let { value } = this;
    for (const byte of bytes) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0);
    this.value = value;
  }

  hexadecimal(): string {
    return ((this.value ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
  }
}

/** The CRC-32 of a stream, hexadecimal. It tells the same content from other content of the same length. */
export async function crc32Of(stream: ReadableStream<Uint8Array>): Promise<string> {
  const sum = new Crc32();
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) sum.update(read.value);
  return sum.hexadecimal();
}
