import * as z from 'zod/mini';
import { type LiveEvent, readLiveEvent } from '../../lib/reading/live-events.ts';
import { keepStream, type OpenedStream, type StreamKeeper } from './stream-keeper.ts';

/** Another tab may run a newer page; what it read, this one reads again. */
const readable = z.pipe(
  z.unknown(),
  z.transform((value, context) => {
    const event = readLiveEvent(value);
    if (event === null) context.issues.push({ code: 'custom', input: value });
    return event as LiveEvent;
  }),
);

/** What tabs tell each other. */
const tabMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), event: readable }),
  z.object({ kind: z.literal('connected'), quietMs: z.number() }),
  z.object({ kind: z.literal('state'), live: z.boolean() }),
  /** From a new tab: how do things stand? */
  z.object({ kind: z.literal('hello') }),
  /** To a new tab, while the stream is open: for so long nothing has been told. */
  z.object({ kind: z.literal('welcome'), quietMs: z.number() }),
]);
type TabMessage = z.infer<typeof tabMessage>;

export interface LiveHandlers {
  onEvent: (event: LiveEvent) => void;
  /** Events come from here on. What was asked for before the last `quietMs` may lack something: ask for it again. */
  onGap: (quietMs: number) => void;
  onState: (live: boolean) => void;
}

export interface SharedStreamOptions extends LiveHandlers {
  /** Tabs of the same name share one stream, so it names whose events these are. */
  name: string;
  open: (signal: AbortSignal, onEvent: (event: LiveEvent) => void) => Promise<OpenedStream>;
}

export interface SharedStream {
  wake(): void;
  stop(): void;
}

/**
 * One stream for all tabs of a browser: the tab that gets the lock reads it and passes everything on; when that tab
 * goes, the next one in line takes over. Without locks (plain http on a local network) every tab reads its own.
 */
export function shareStream({ name, open, onEvent, onGap, onState }: SharedStreamOptions): SharedStream {
  const locks = navigator.locks as LockManager | undefined;
  const channel = locks === undefined ? null : new BroadcastChannel(name);
  const stopping = new AbortController();
  let keeper: StreamKeeper | null = null;
  let live = false;
  /** As the tab that reads: when something was last told. */
  let quietSince = 0;
  /** As a tab that came later: whether it still has to learn what it may have missed. */
  let waiting = true;

  function tell(message: TabMessage): void {
    receive(message);
    post(message);
  }

  function post(message: TabMessage): void {
    channel?.postMessage(message);
  }

  function receive(message: TabMessage): void {
    if (message.kind === 'event') onEvent(message.event);
    if (message.kind === 'connected' || (message.kind === 'welcome' && waiting)) {
      waiting = false;
      onGap(message.quietMs);
    }
    if (message.kind === 'state') onState(message.live);
    if (message.kind === 'hello' && keeper !== null) welcome();
  }

  function welcome(): void {
    post({ kind: 'state', live });
    if (live) post({ kind: 'welcome', quietMs: performance.now() - quietSince });
  }

  function setLive(next: boolean): void {
    live = next;
    tell({ kind: 'state', live });
  }

  function lead(): void {
    keeper = keepStream({
      open: (signal) =>
        open(signal, (event) => {
          quietSince = performance.now();
          tell({ kind: 'event', event });
        }),
      onConnected({ quietMs }) {
        quietSince = Math.max(quietSince, performance.now() - quietMs);
        tell({ kind: 'connected', quietMs });
        setLive(true);
      },
      onAway: () => setLive(false),
    });
  }

  channel?.addEventListener('message', ({ data }) => {
    const parsed = tabMessage.safeParse(data);
    if (parsed.success) receive(parsed.data);
  });
  if (locks === undefined) {
    lead();
  } else {
    post({ kind: 'hello' });
    locks
      .request(name, { signal: stopping.signal }, () => {
        lead();
        return new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
      })
      // Stopped while waiting in line.
      .catch(() => {});
  }

  return {
    wake: () => keeper?.wake(),
    stop() {
      stopping.abort();
      keeper?.stop();
      channel?.close();
    },
  };
}
