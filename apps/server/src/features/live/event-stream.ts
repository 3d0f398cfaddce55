import { Readable } from 'node:stream';
import type { LiveEvent } from '@parley/contract';
import type { Caller } from '../../ports/caller.ts';
import type { Clock } from '../../ports/clock.ts';

export interface EventStreamOptions {
  readonly clock: Clock;
  /** The stream ends with the token that opened it. */
  readonly expiresAt: Date;
  /** As a caller has it: the stream also ends when the token is void before that. */
  readonly whenVoid?: Caller['whenVoid'];
  readonly signal: AbortSignal;
  readonly onClose: () => void;
  /** The first events that the page gets, as text. */
  readonly first: string;
}

/** A comment at this interval keeps proxies from closing an idle stream. */
const heartbeatMs = 15_000;
/** A client with more than this unread is disconnected; it reconnects and fetches everything again. */
const maxBufferedBytes = 256 * 1024;
const longestTimerMs = 2 ** 31 - 1;

/** An event as it goes over the wire: a name and a line of JSON. */
export function eventText(event: LiveEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Server-sent events for one page. */
export class EventStream {
  readonly readable: Readable;
  readonly #options: EventStreamOptions;
  #cancelHeartbeat: () => void = () => {};
  #cancelExpiry: () => void;
  #stopWatching: () => void = () => {};
  #closed = false;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.readable = new Readable({ read() {}, destroy: (error, done) => this.#release(error, done) });
    const life = options.expiresAt.getTime() - options.clock.now().getTime();
    this.#cancelExpiry = options.clock.after(Math.min(Math.max(0, life), longestTimerMs), () => this.end());
    this.#stopWatching = options.whenVoid?.(() => this.end()) ?? (() => {});
    options.signal.addEventListener('abort', () => this.readable.destroy(), { once: true });
    // Written at once, so that the page knows that the stream is open; in one write, so that it arrives together.
    this.#write(`: open\n\n${options.first}`);
    this.#beat();
  }

  /** What `eventText` made of an event. */
  send(text: string): void {
    this.#write(text);
  }

  /** Ends the stream after what was sent. */
  end(): void {
    if (this.#closed) return;
    this.readable.push(null);
    this.#stopTimers();
  }

  #beat(): void {
    this.#cancelHeartbeat = this.#options.clock.after(heartbeatMs, () => {
      this.#write(': still here\n\n');
      if (!this.#closed) this.#beat();
    });
  }

  #write(text: string): void {
    if (this.#closed || this.readable.readableEnded) return;
    if (this.readable.readableLength + text.length > maxBufferedBytes) this.readable.destroy();
    else this.readable.push(text);
  }

  #release(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stopTimers();
    this.#options.onClose();
    done(error);
  }

  #stopTimers(): void {
    this.#closed = true;
    this.#cancelHeartbeat();
    this.#cancelExpiry();
    this.#stopWatching();
  }
}
