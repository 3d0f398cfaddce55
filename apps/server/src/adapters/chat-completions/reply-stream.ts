import { ModelFailure, type ReplyPart, wireLimits } from '../../ports/language-model.ts';
import type { ReplyParser } from './reply-parser.ts';

interface Waiting {
  resolve(result: IteratorResult<ReplyPart, undefined>): void;
  reject(error: Error): void;
}

const done: IteratorResult<ReplyPart, undefined> = { done: true, value: undefined };

/** A reply that arrives in chunks of text, read as an async iterator of parts. */
export class ReplyStream implements AsyncIterableIterator<ReplyPart> {
  /** Called once: the reply was read completely, failed, or was cancelled. */
  onFinished: (complete: boolean) => void = () => {};
  readonly #reader: ReplyParser;
  #parts: ReplyPart[] = [];
  #rest = '';
  #received = 0;
  #begun = false;
  #left = false;
  /** How it ended; null while more may come. */
  #end: 'whole' | 'cancelled' | Error | null = null;
  #waiting: Waiting | null = null;

  constructor(reader: ReplyParser) {
    this.#reader = reader;
  }

  /** A chunk has arrived. Chunks may end anywhere in a line. */
  add(text: string): void {
    if (this.#end) return;
    this.#received += text.length;
    if (this.#received > wireLimits.answerBytes || this.#rest.length > wireLimits.lineBytes) {
      this.#rest = '';
      this.fail(new ModelFailure('unusable', withoutEnd));
      return;
    }
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    this.#read(lines);
    this.#wake();
  }

  /** The response has ended. */
  end(): void {
    this.#read([this.#rest]);
    this.#stop(this.#reader.finished ? 'whole' : new Error('The answer ended without a finish reason.'));
  }

  fail(error: Error): void {
    this.#stop(error);
  }

  /** The rest is not wanted; that is no failure. */
  cancel(): void {
    this.#parts = [];
    this.#end = 'cancelled';
    this.#wake();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<ReplyPart, undefined>> {
    const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<ReplyPart, undefined>>();
    this.#waiting = { resolve, reject };
    this.#wake();
    return promise;
  }

  return(): Promise<IteratorResult<ReplyPart, undefined>> {
    this.#leave();
    return Promise.resolve(done);
  }

  #read(lines: readonly string[]): void {
    if (this.#end) return;
    try {
      for (const line of lines) this.#parts.push(...this.#reader.read(line));
    } catch (error) {
      this.#stop(error instanceof Error ? error : new Error('unreadable', { cause: error }));
    }
  }

  #stop(end: 'whole' | Error): void {
    this.#end ??= end;
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    const part = this.#parts.shift();
    if (!part && !this.#end) return;
    this.#waiting = null;
    if (part) {
      this.#begun = true;
      waiting.resolve({ done: false, value: part });
      return;
    }
    this.#leave();
    const failure = this.#failure();
    if (failure) waiting.reject(failure);
    else waiting.resolve(done);
  }

  #failure(): ModelFailure | null {
    const end = this.#end;
    if (end instanceof Error) return this.#begun ? new ModelFailure('cut', brokeOff, end) : failureOf(end);
    return this.#begun || end === 'cancelled' ? null : new ModelFailure('unusable', nothing);
  }

  #leave(): void {
    if (this.#left) return;
    this.#left = true;
    this.onFinished(this.#end === 'whole');
  }
}

const brokeOff = 'The model broke off in the middle of its answer.';
const nothing = 'The model neither said nor did anything.';
const withoutEnd = 'The model sent an answer without end.';
const unreadable = 'The model sent an answer that cannot be read.';

function failureOf(error: Error): ModelFailure {
  return error instanceof ModelFailure ? error : new ModelFailure('unusable', unreadable, error);
}
