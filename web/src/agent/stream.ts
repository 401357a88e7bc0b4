/** The data of each event of a stream, as they come. Lines that only keep the connection open are passed over. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = "";
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const blocks = (rest + read.value).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const data = dataOf(block);
        if (data !== "") yield data;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function dataOf(block: string): string {
  const lines = block.split("\n").filter((line) => line.startsWith("data:"));
  return lines.map((line) => line.slice(5).trimStart()).join("\n");
}
