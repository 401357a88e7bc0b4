import { Crc64, toBase64 } from "./crc64";

/** So much is in memory at once, however large the chunk is. */
const PIECE = 4 * 1024 * 1024;

export interface SumRequest {
  number: number;
  content: Blob;
}

export interface SumReply {
  number: number;
  sum?: string;
  /** The name of what went wrong, such as `NotReadableError`. */
  error?: string;
}

async function sumOf(content: Blob): Promise<string> {
  const sum = new Crc64();
  for (let start = 0; start < content.size; start += PIECE) {
    sum.update(new Uint8Array(await content.slice(start, start + PIECE).arrayBuffer()));
  }
  return toBase64(sum.value());
}

self.onmessage = async ({ data }: MessageEvent<SumRequest>) => {
  const reply: SumReply = { number: data.number };
  try {
    reply.sum = await sumOf(data.content);
  } catch (cause) {
    reply.error = cause instanceof DOMException ? cause.name : "Error";
  }
  self.postMessage(reply);
};
