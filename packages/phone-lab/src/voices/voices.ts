import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { samplesPerMs } from '../audio/mulaw.ts';
import type { FliteRequest } from './flite.ts';
import type { FliteAnswer } from './flite-worker.ts';
import { RenderedSounds } from './rendered.ts';
import { piecesOf, speakable } from './speakable.ts';

/** The program's voices: a woman, a man, and a man with a Scottish accent. */
const names = { agent: 'slt', person: 'rms', colleague: 'awb' } as const;
export type Voice = keyof typeof names;

/** Faster it could not be understood any more. */
const leastStretch = 0.5;
/** Rendering takes a fraction of a second; on a machine with much else to do it may take longer. */
const longestRenderMs = 60_000;
/** So many texts may wait. Whoever asks for more gets no sound instead of memory that grows. */
const mostWaiting = 1_000;
/** A recording that is rendered keeps its whole sound in memory: 58 MB for an hour on two channels. */
const mostRecordings = 20;
/** Then the thread ends: it takes 100 to 200 MB. */
const idleMs = 30_000;
/** The third failure in a row will not be the last. */
const mostFailures = 3;
/** Then it is tried again: a machine with too much to do has recovered. */
const failuresCountMs = 5 * 60_000;

export interface VoicesOptions {
  startWorker?: () => Worker;
  log?: (line: string) => void;
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number;
}

/** The voices in which the lab speaks. Nothing of them is loaded before the first text. */
export class Voices {
  readonly #startWorker: () => Worker;
  readonly #log: (line: string) => void;
  readonly #now: () => number;
  readonly #rendered = new RenderedSounds();
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #recordings = 0;
  #failures = 0;
  #failedAt = 0;
  #hasComplained = false;
  #closed = false;
  #idle: NodeJS.Timeout | null = null;
  #giveUp: (() => void) | null = null;

  constructor({
    startWorker = startFlite,
    log = console.error,
    now = () => performance.now(),
  }: VoicesOptions = {}) {
    this.#startWorker = startWorker;
    this.#log = log;
    this.#now = now;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /**
   * Telephone sound of a text, at most `longestMs` of it: spoken faster where it would take longer. Null where it cannot be
   * said in English letters, or where rendering failed.
   */
  async say(voice: Voice, text: string, longestMs = Number.POSITIVE_INFINITY): Promise<Buffer | null> {
    const pieces = piecesOf(speakable(text));
    if (pieces.length === 0) return null;
    const usual = await this.#all(voice, pieces, 1);
    const ms = (usual?.length ?? 0) / samplesPerMs;
    if (!usual || ms <= longestMs) return usual;
    // Steps, so that a sentence is rendered a few times at most, however often it is said.
    const stretch = Math.max(leastStretch, Math.floor((longestMs / ms) * 20) / 20);
    const faster = await this.#all(voice, pieces, stretch);
    return faster?.subarray(0, Math.floor(longestMs * samplesPerMs)) ?? null;
  }

  /** Whether a recording may wait for its texts; when it has them all, `release` is called. */
  admit(): boolean {
    if (this.#recordings >= mostRecordings) {
      this.#complain('too many recordings wait to be rendered');
      return false;
    }
    this.#recordings += 1;
    return true;
  }

  release(): void {
    this.#recordings -= 1;
  }

  /** What still waits is not rendered. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#giveUp?.();
    await this.#stopWorker();
  }

  async #all(voice: Voice, pieces: string[], stretch: number): Promise<Buffer | null> {
    const sounds: Buffer[] = [];
    for (const text of pieces) {
      const sound = await this.#piece({ voice: names[voice], text, stretch });
      if (!sound) return null;
      sounds.push(sound);
    }
    return sounds.length === 1 ? (sounds[0] ?? null) : Buffer.concat(sounds);
  }

  async #piece(request: FliteRequest): Promise<Buffer | null> {
    const key = `${request.voice} ${request.stretch} ${request.text}`;
    const known = this.#rendered.get(key);
    if (known) return known;
    if (this.#waiting >= mostWaiting) return this.#complain('too many texts wait to be rendered');
    this.#waiting += 1;
    // One after the other. The same text may have been asked for before it was rendered.
    const turn = this.#last.then(() => this.#rendered.get(key) ?? this.#render(request));
    this.#last = turn;
    const sound = await turn;
    this.#waiting -= 1;
    if (sound) this.#rendered.set(key, sound);
    return sound;
  }

  async #render(request: FliteRequest): Promise<Buffer | null> {
    if (this.#now() - this.#failedAt >= failuresCountMs) this.#failures = 0;
    if (this.#closed || this.#failures >= mostFailures) return null;
    if (this.#idle) clearTimeout(this.#idle);
    const answer = await this.#ask(request);
    this.#idle = setTimeout(() => void this.#stopWorker(), idleMs).unref();
    if ('sound' in answer) {
      this.#failures = 0;
      return Buffer.from(answer.sound.buffer, answer.sound.byteOffset, answer.sound.byteLength);
    }
    if (this.#closed) return null;
    this.#failures += 1;
    this.#failedAt = this.#now();
    await this.#stopWorker();
    return this.#complain(answer.problem);
  }

  #ask(request: FliteRequest): Promise<FliteAnswer> {
    const { promise, resolve } = Promise.withResolvers<FliteAnswer>();
    const fail = (problem: string) => resolve({ problem });
    const onError = (error: unknown) => fail(String(error));
    const onExit = () => fail('its thread ended');
    let worker: Worker;
    try {
      worker = this.#worker ??= this.#newWorker();
    } catch (error) {
      return Promise.resolve({ problem: String(error) });
    }
    worker.once('message', resolve).once('error', onError).once('exit', onExit);
    this.#giveUp = () => fail('the lab was stopped');
    const late = setTimeout(() => fail(`it took more than ${longestRenderMs / 1000} s`), longestRenderMs);
    worker.postMessage(request);
    return promise.finally(() => {
      clearTimeout(late);
      this.#giveUp = null;
      worker.off('message', resolve).off('error', onError).off('exit', onExit);
    });
  }

  #newWorker(): Worker {
    const worker = this.#startWorker();
    const forget = () => {
      if (this.#worker === worker) this.#worker = null;
    };
    // Between two texts an error must not end the process, and a thread that ended gets no further text.
    return worker.on('error', forget).on('exit', forget);
  }

  async #stopWorker(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #complain(problem: string): null {
    if (!this.#hasComplained)
      this.#log(`phone-lab: a text could not be spoken and sounds in the tone-coded voice: ${problem}`);
    this.#hasComplained = true;
    return null;
  }
}

function startFlite(): Worker {
  // The compiler renames this file, but no name in a string.
  const file = `./flite-worker${extname(import.meta.url)}`;
  const worker = new Worker(new URL(file, import.meta.url), { execArgv: [] });
  // It does not keep a process alive that has nothing else to do.
  worker.unref();
  return worker;
}
