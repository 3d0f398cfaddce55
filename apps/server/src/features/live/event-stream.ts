import { Readable } from 'node:stream';
import type { LiveEvent } from '@parley/contract';
import type { Clock } from '../../ports/clock.ts';

export interface EventStreamOptions {
  readonly clock: Clock;
  /** The stream ends with the token that opened it. */
  readonly expiresAt: Date;
  readonly signal: AbortSignal;
  readonly onClose: () => void;
  /** What the page is told first. */
  readonly firstEvent: LiveEvent;
}

/** A comment this often keeps proxies from closing a quiet stream. */
const heartbeatMs = 15_000;
/** A reader this far behind is cut off: it reconnects and asks for everything again. */
const mostBuffered = 256 * 1024;
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
  #closed = false;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.readable = new Readable({ read() {}, destroy: (error, done) => this.#release(error, done) });
    const life = options.expiresAt.getTime() - options.clock.now().getTime();
    this.#cancelExpiry = options.clock.after(Math.min(Math.max(0, life), longestTimerMs), () => this.end());
    options.signal.addEventListener('abort', () => this.readable.destroy(), { once: true });
    // Something to read at once, so that the page knows the stream is open; in one piece, so that it comes in one.
    this.#write(`: open\n\n${eventText(options.firstEvent)}`);
    this.#beat();
  }

  /** What `eventText` made of an event. */
  send(text: string): void {
    this.#write(text);
  }

  /** No more events; what was sent still arrives. */
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
    if (this.readable.readableLength + text.length > mostBuffered) this.readable.destroy();
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
  }
}
