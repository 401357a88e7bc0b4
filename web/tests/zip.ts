/** Names and contents of a zip whose entries are stored as they are. */
export function entriesOf(zip: Uint8Array): Map<string, string> {
  const view = Buffer.from(zip);
  const entries = new Map<string, string>();
  for (let place = 0; view.readUInt32LE(place) === 0x04034b50; ) {
    const [nameLength, extraLength] = [view.readUInt16LE(place + 26), view.readUInt16LE(place + 28)];
    const name = view.toString("utf8", place + 30, place + 30 + nameLength);
    const begin = place + 30 + nameLength + extraLength;
    const size = sizeOf(view, place, place + 30 + nameLength);
    if (!name.endsWith("/")) entries.set(name, view.toString("hex", begin, begin + size));
    place = begin + size;
  }
  return entries;
}

function sizeOf(view: Buffer, header: number, extra: number): number {
  const size = view.readUInt32LE(header + 18);
  return size === 0xffffffff ? Number(view.readBigUInt64LE(extra + 4)) : size;
}
