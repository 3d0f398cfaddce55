import { ModelFailure, type ReplyPart, wireLimits } from '../../ports/language-model.ts';
import type { ReplyParser } from './reply-parser.ts';

interface Waiting {
  resolve(result: IteratorResult<ReplyPart, undefined>): void;
  reject(error: Error): void;
}

const done: IteratorResult<ReplyPart, undefined> = { done: true, value: undefined };

/** An answer that arrives in pieces of text, taken out in parts by whoever waits for the next one. */
export class ReplyStream implements AsyncIterableIterator<ReplyPart> {
  /** Called once, when nobody takes any more: all of it was taken, it failed, or it is no longer wanted. */
  onFinished: (complete: boolean) => void = () => {};
  readonly #reader: ReplyParser;
  #parts: ReplyPart[] = [];
  #rest = '';
  #received = 0;
  #begun = false;
  #left = false;
  /** How it ended; null while more may come. */
  #end: 'whole' | 'unwanted' | Error | null = null;
  #waiting: Waiting | null = null;

  constructor(reader: ReplyParser) {
    this.#reader = reader;
  }

  /** More of it has arrived. Lines are cut anywhere. */
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

  /** The server has said all it wanted. */
  end(): void {
    this.#read([this.#rest]);
    this.#stop(this.#reader.finished ? 'whole' : new Error('The answer has no end.'));
  }

  fail(error: Error): void {
    this.#stop(error);
  }

  /** Nobody wants the rest; that is no failure. */
  cancel(): void {
    this.#parts = [];
    this.#end = 'unwanted';
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
    return this.#begun || end === 'unwanted' ? null : new ModelFailure('unusable', nothing);
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
