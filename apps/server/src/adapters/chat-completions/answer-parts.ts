import { ModelFailure, type ReplyPart } from '../../ports/language-model.ts';
import type { AnswerReader } from './answer-reader.ts';

interface Waiting {
  resolve(result: IteratorResult<ReplyPart, undefined>): void;
  reject(error: Error): void;
}

const done: IteratorResult<ReplyPart, undefined> = { done: true, value: undefined };

/** An answer that arrives in pieces of text, taken out in parts by whoever waits for the next one. */
export class AnswerParts implements AsyncIterableIterator<ReplyPart> {
  /** Called once, when nobody takes any more: all of it was taken, it failed, or it is no longer wanted. */
  onLeave: (complete: boolean) => void = () => {};
  readonly #reader: AnswerReader;
  #parts: ReplyPart[] = [];
  #rest = '';
  #begun = false;
  #over = false;
  #left = false;
  #wanted = true;
  #error: Error | null = null;
  #waiting: Waiting | null = null;

  constructor(reader: AnswerReader) {
    this.#reader = reader;
  }

  /** More of it has arrived. Lines are cut anywhere. */
  add(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    this.#read(lines);
    this.#wake();
  }

  /** The server has said all it wanted. */
  end(): void {
    this.#read([this.#rest]);
    this.#stop(this.#reader.finished ? null : new Error('The answer has no end.'));
  }

  fail(error: Error): void {
    this.#stop(error);
  }

  /** Nobody wants the rest; that is no failure. */
  abandon(): void {
    this.#wanted = false;
    this.#parts = [];
    this.#error = null;
    this.#over = true;
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
    if (this.#over) return;
    try {
      for (const line of lines) this.#parts.push(...this.#reader.read(line));
    } catch (error) {
      this.#stop(error instanceof Error ? error : new Error('unreadable', { cause: error }));
    }
  }

  #stop(error: Error | null): void {
    if (this.#over) return;
    this.#over = true;
    this.#error = error;
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    const part = this.#parts.shift();
    if (!part && !this.#over) return;
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
    const error = this.#error;
    if (error) return this.#begun ? new ModelFailure('cut', brokeOff, error) : failureOf(error);
    return this.#begun || !this.#wanted ? null : new ModelFailure('unusable', nothing);
  }

  #leave(): void {
    if (this.#left) return;
    this.#left = true;
    this.onLeave(this.#over && this.#error === null);
  }
}

const brokeOff = 'The model broke off in the middle of its answer.';
const nothing = 'The model neither said nor did anything.';
const unreadable = 'The model sent an answer that cannot be read.';

function failureOf(error: Error): ModelFailure {
  return error instanceof ModelFailure ? error : new ModelFailure('unusable', unreadable, error);
}
