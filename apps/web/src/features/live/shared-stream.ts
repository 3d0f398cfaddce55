import { asNumber, asObject } from '../../lib/parsing/json.ts';
import { type LiveEvent, parseLiveEvent } from '../../lib/parsing/live-events.ts';
import { type OpenedStream, openReconnectingStream, type ReconnectingStream } from './reconnecting-stream.ts';

/** The messages between tabs. */
type StreamMessage =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'connected'; quietMs: number }
  | { kind: 'state'; live: boolean }
  /** From a new tab: asks for the state. */
  | { kind: 'hello' }
  /** To a new tab, while the stream is open: how long there was no event. */
  | { kind: 'welcome'; quietMs: number };

/** Another tab may run a newer version: null for a message that this one does not know. */
function parseMessage(data: unknown): StreamMessage | null {
  const fields = asObject(data);
  switch (fields?.kind) {
    case 'event': {
      const event = parseLiveEvent(fields.event);
      return event && { kind: 'event', event };
    }
    case 'connected':
    case 'welcome': {
      const quietMs = asNumber(fields.quietMs);
      return quietMs === null ? null : { kind: fields.kind, quietMs };
    }
    case 'state':
      return typeof fields.live === 'boolean' ? { kind: 'state', live: fields.live } : null;
    case 'hello':
      return { kind: 'hello' };
    default:
      return null;
  }
}

export interface LiveHandlers {
  onEvent: (event: LiveEvent) => void;
  /** The stream is open after a gap. Responses requested before the last `quietMs` may be outdated. */
  onGap: (quietMs: number) => void;
  onState: (live: boolean) => void;
}

export interface SharedStreamOptions extends LiveHandlers {
  /** Tabs with the same name share one stream, so it must identify the user and the tenant. */
  name: string;
  open: (signal: AbortSignal, onEvent: (event: LiveEvent) => void) => Promise<OpenedStream>;
}

export interface SharedStream {
  reconnectNow(): void;
  stop(): void;
}

/**
 * One stream for all tabs of a browser: the tab that holds the lock reads it and forwards every event; when that tab is
 * closed, the next one takes over. Without the Web Locks API (plain http on a local network) every tab has a stream.
 */
export function shareStream({ name, open, onEvent, onGap, onState }: SharedStreamOptions): SharedStream {
  const locks = navigator.locks as LockManager | undefined;
  const channel = locks === undefined ? null : new BroadcastChannel(name);
  const stopping = new AbortController();
  let ownStream: ReconnectingStream | null = null;
  let live = false;
  /** In the tab that reads the stream: the time of the last event. */
  let quietSince = 0;
  /** In a new tab: whether it does not know yet what it may have missed. */
  let awaitingWelcome = true;

  function publish(message: StreamMessage): void {
    receive(message);
    post(message);
  }

  function post(message: StreamMessage): void {
    channel?.postMessage(message);
  }

  function receive(message: StreamMessage): void {
    if (message.kind === 'event') onEvent(message.event);
    if (message.kind === 'connected' || (message.kind === 'welcome' && awaitingWelcome)) {
      awaitingWelcome = false;
      onGap(message.quietMs);
    }
    if (message.kind === 'state') onState(message.live);
    if (message.kind === 'hello' && ownStream !== null) welcome();
  }

  function welcome(): void {
    post({ kind: 'state', live });
    if (live) post({ kind: 'welcome', quietMs: performance.now() - quietSince });
  }

  function setLive(next: boolean): void {
    live = next;
    publish({ kind: 'state', live });
  }

  function lead(): void {
    ownStream = openReconnectingStream({
      open: (signal) =>
        open(signal, (event) => {
          quietSince = performance.now();
          publish({ kind: 'event', event });
        }),
      onConnected({ quietMs }) {
        quietSince = Math.max(quietSince, performance.now() - quietMs);
        publish({ kind: 'connected', quietMs });
        setLive(true);
      },
      onDisconnected: () => setLive(false),
    });
  }

  channel?.addEventListener('message', ({ data }) => {
    const message = parseMessage(data);
    if (message !== null) receive(message);
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
      // Stopped while it was waiting for the lock.
      .catch(() => {});
  }

  return {
    reconnectNow: () => ownStream?.reconnectNow(),
    stop() {
      stopping.abort();
      ownStream?.stop();
      channel?.close();
    },
  };
}
