import type { TryEvent } from '@parley/contract';
import { AppError } from '../../../errors.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { EventStreamHandle, OpenEventStream } from '../../../ports/event-stream.ts';
import type { Log } from '../../../ports/log.ts';
import type { TryStore } from '../../../ports/tries.ts';

export interface TryStreamsDeps {
  readonly tries: Pick<TryStore, 'events' | 'listen'>;
  readonly openStream: OpenEventStream;
  /** Ends a try whose server is gone, so that its page is not left waiting. */
  readonly settleLost: (tenantId: string, callId: string) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A notice may be lost, and a server may die: an open stream looks for itself this often. */
const lookEveryMs = 5_000;
/** Two tries at a time, each on a few pages. */
const streamsPerPerson = 8;

interface OpenTry {
  readonly userId: string;
  readonly callId: string;
  wake(): void;
}

/** The event streams of tries, on whichever server they are open. */
export class TryStreams {
  readonly #deps: TryStreamsDeps;
  readonly #open = new Set<OpenTry>();
  readonly #streams = new Set<EventStreamHandle>();
  #subscription: { close(): Promise<void> } | null = null;

  constructor(deps: TryStreamsDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    this.#subscription = await this.#deps.tries.listen((callId) => {
      for (const each of this.#open) if (callId === null || each.callId === callId) each.wake();
    });
  }

  async stop(): Promise<void> {
    for (const stream of this.#streams) stream.end();
    await this.#subscription?.close();
  }

  /** The events after `after`, and those to come until the try has ended. */
  open(
    { tenantId, userId, expiresAt, whenVoid }: Caller,
    callId: string,
    after: number,
    signal: AbortSignal,
  ): EventStreamHandle {
    if ([...this.#open].filter((each) => each.userId === userId).length >= streamsPerPerson)
      throw new AppError('too_many_requests', 'Too many open pages. Please close some of them.', {
        retryAfterSeconds: 30,
      });
    let last = after;
    let running = false;
    let again = false;
    let cancelLook = () => {};
    const stream = this.#deps.openStream({
      ...{ expiresAt, signal, first: '' },
      ...(whenVoid && { whenVoid }),
      onClose: () => {
        cancelLook();
        this.#open.delete(open);
        this.#streams.delete(stream);
      },
    });
    const pump = async () => {
      while (again) {
        again = false;
        for (const event of await this.#deps.tries.events(tenantId, callId, last)) {
          last = event.number;
          stream.send(textOf(event));
          if (event.type === 'ended') stream.end();
        }
      }
    };
    const wake = () => {
      again = true;
      if (running) return;
      running = true;
      void pump()
        .catch((err: unknown) =>
          this.#deps.log.warn({ err, callId }, 'events of a try could not be read; will be retried'),
        )
        .finally(() => {
          running = false;
        });
    };
    const open: OpenTry = { userId, callId, wake };
    const lookLater = () => {
      cancelLook = this.#deps.clock.after(lookEveryMs, () => {
        void this.#deps
          .settleLost(tenantId, callId)
          .catch((err: unknown) =>
            this.#deps.log.warn({ err, callId }, 'a try could not be checked for the loss of its server'),
          )
          .finally(() => {
            if (!this.#open.has(open)) return;
            wake();
            lookLater();
          });
      });
    };
    this.#open.add(open);
    this.#streams.add(stream);
    wake();
    lookLater();
    return stream;
  }
}

function textOf(event: TryEvent): string {
  return `id: ${event.number}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
