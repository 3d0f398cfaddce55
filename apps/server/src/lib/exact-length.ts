import { pipeline, type Readable, Transform } from 'node:stream';

export interface ExactLengthOptions {
  readonly length: number;
  /** Makes the error of a source that failed, or ended too early or too late. */
  readonly failure: (cause: unknown) => Error;
  /** How long the source may be silent while somebody waits for it; silence up to twice as long may pass. */
  readonly stallMs?: number;
}

/** Passes a source on and ends with an error unless it had exactly that many bytes. Destroying it destroys the source. */
export function exactLength(source: Readable, { length, failure, stallMs }: ExactLengthOptions): Readable {
  let received = 0;
  let active = true;
  const wrong = () => new Error(`${received} bytes came where ${length} were announced.`);
  const checked = new Transform({
    highWaterMark: 256 * 1024,
    transform(chunk: Uint8Array, _encoding, done) {
      active = true;
      received += chunk.length;
      if (received > length) done(wrong());
      else done(null, chunk);
    },
    flush(done) {
      done(received === length ? null : wrong());
    },
    destroy(error, done) {
      done(error === null ? null : failure(error));
    },
  });
  // Errors reach the reader through `checked`; a reader that has gone is no error.
  pipeline(source, checked, () => {});
  if (stallMs !== undefined) {
    const timer = setInterval(() => {
      // A paused source waits for a slow reader, who may take any time.
      if (!active && !source.isPaused()) source.destroy(new Error(`Nothing came for ${stallMs} ms.`));
      active = source.isPaused();
    }, stallMs);
    source.once('close', () => clearInterval(timer));
  }
  return checked;
}
