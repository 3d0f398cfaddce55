export interface Part {
  readonly bytes: Uint8Array;
  readonly last: boolean;
}

/** Cuts a body into parts of this size; the last may be smaller. An empty body has one empty part. */
export async function* partsOf(chunks: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Part> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    // A full part waits for the next byte, so that the last part is known to be the last.
    while (bytes + rest.length > partBytes) {
      const fits = partBytes - bytes;
      yield { bytes: Buffer.concat([...waiting, rest.subarray(0, fits)]), last: false };
      rest = rest.subarray(fits);
      waiting = [];
      bytes = 0;
    }
    waiting.push(rest);
    bytes += rest.length;
  }
  yield { bytes: Buffer.concat(waiting), last: true };
}
