import { type LiveEvent, liveEvent } from '@parley/contract';
import * as z from 'zod/mini';
import { keepStream, type OpenedStream, type StreamKeeper } from './stream-keeper.ts';

/** What tabs tell each other. */
const tabMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), event: liveEvent }),
  z.object({ kind: z.literal('connected') }),
  z.object({ kind: z.literal('state'), live: z.boolean() }),
  /** From a new tab: how do things stand? */
  z.object({ kind: z.literal('hello') }),
]);
type TabMessage = z.infer<typeof tabMessage>;

export interface LiveHandlers {
  onEvent: (event: LiveEvent) => void;
  /** Something may have been missed: ask again for what is shown. */
  onGap: () => void;
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

  function tell(message: TabMessage): void {
    receive(message);
    channel?.postMessage(message);
  }

  function receive(message: TabMessage): void {
    if (message.kind === 'event') onEvent(message.event);
    if (message.kind === 'connected') onGap();
    if (message.kind === 'state') onState(message.live);
    if (message.kind === 'hello' && keeper !== null) channel?.postMessage({ kind: 'state', live });
  }

  function setLive(next: boolean): void {
    live = next;
    tell({ kind: 'state', live });
  }

  function lead(): void {
    keeper = keepStream({
      open: (signal) => open(signal, (event) => tell({ kind: 'event', event })),
      onConnected() {
        tell({ kind: 'connected' });
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
    channel?.postMessage({ kind: 'hello' });
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
