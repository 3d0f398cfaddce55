import { readEvents } from './read-events.ts';
import type { OpenedStream } from './reconnecting-stream.ts';
import { type LiveHandlers, type SharedStream, shareStream } from './shared-stream.ts';

export interface LiveStreamOptions extends LiveHandlers {
  name: string;
  open: (signal: AbortSignal) => Promise<OpenedResponse>;
}

export interface OpenedResponse extends Pick<OpenedStream, 'lifetimeMs'> {
  response: Response;
}

/** The event stream of the server, read once for all tabs. Not part of the first load: pages show what they have meanwhile. */
export function openLiveStream({ open, ...options }: LiveStreamOptions): SharedStream {
  return shareStream({
    ...options,
    open: async (signal, onEvent) => {
      const { response, lifetimeMs } = await open(signal);
      return { ...(await readEvents(response, onEvent)), lifetimeMs };
    },
  });
}
