import { samplesPerMs } from '../../../src/lib/telephone-audio.ts';

type Queued = { readonly kind: 'sound'; audio: Buffer } | { readonly kind: 'mark'; readonly name: string };

/** The carrier's end of a media stream on the test's time: plays in order, returns marks, clears. */
export class StreamCarrier {
  readonly streamSid: string;
  readonly echoes: string[] = [];
  #queue: Queued[] = [];
  readonly #heard: Buffer[][] = [[]];
  #heardSamples = 0;
  #echo: (name: string) => void = () => {};

  constructor(streamSid = 'MZ1') {
    this.streamSid = streamSid;
  }

  onEcho(echo: (name: string) => void): void {
    this.#echo = echo;
  }

  /** Takes a message as the carrier does, and throws where it would refuse. */
  receive(frame: string): void {
    const { event, streamSid, media, mark, ...rest } = JSON.parse(frame) as Record<string, never>;
    if (streamSid !== this.streamSid || Object.keys(rest).length > 0)
      throw new Error(`Not for this stream: ${frame}`);
    if (event === 'media') {
      const audio = Buffer.from(field(media, 'payload'), 'base64');
      this.#queue.push({ kind: 'sound', audio });
    } else if (event === 'mark') {
      this.#queue.push({ kind: 'mark', name: field(mark, 'name') });
      this.#flushMarks();
    } else if (event === 'clear') {
      const marks = this.#queue.flatMap((entry) => (entry.kind === 'mark' ? [entry.name] : []));
      this.#queue = [];
      this.#heard.push([]);
      for (const name of marks) this.#returnMark(name);
    } else throw new Error(`No such event: ${frame}`);
  }

  /** Plays so much of the queue. */
  play(ms: number): void {
    let samples = ms * samplesPerMs;
    while (samples > 0) {
      const next = this.#queue[0];
      if (next?.kind !== 'sound') break;
      const piece = next.audio.subarray(0, samples);
      this.#heard.at(-1)?.push(piece);
      this.#heardSamples += piece.length;
      samples -= piece.length;
      next.audio = next.audio.subarray(piece.length);
      if (next.audio.length === 0) this.#queue.shift();
      this.#flushMarks();
    }
  }

  /** Milliseconds until the next mark is returned; null when none is queued. */
  untilMark(): number | null {
    let samples = 0;
    for (const entry of this.#queue) {
      if (entry.kind === 'mark') return samples / samplesPerMs;
      samples += entry.audio.length;
    }
    return null;
  }

  get queuedMs(): number {
    const sounds = this.#queue.flatMap((entry) => (entry.kind === 'sound' ? [entry.audio.length] : []));
    return sounds.reduce((sum, length) => sum + length, 0) / samplesPerMs;
  }

  /** What the other party has heard. */
  heard(): Buffer {
    return Buffer.concat(this.#heard.flat());
  }

  /** The same, split at each clear. */
  stretches(): Buffer[] {
    return this.#heard.map((pieces) => Buffer.concat(pieces));
  }

  get heardMs(): number {
    return this.#heardSamples / samplesPerMs;
  }

  #flushMarks(): void {
    for (let first = this.#queue[0]; first?.kind === 'mark'; first = this.#queue[0]) {
      this.#queue.shift();
      this.#returnMark(first.name);
    }
  }

  #returnMark(name: string): void {
    this.echoes.push(name);
    this.#echo(name);
  }
}

function field(value: unknown, name: string): string {
  const found = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  if (typeof found !== 'string' || found === '') throw new Error(`A ${name} is missing.`);
  return found;
}
