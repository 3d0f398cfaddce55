import { type LiveEvent, parseLiveEvent } from '../../lib/parsing/live-events.ts';
import { readServerSentEvents } from '../../lib/server-sent-events.ts';

export interface ReadStream {
  /** From the server's first event: how long nothing has changed. 0 when the server does not say. */
  quietMs: number;
  /** Settles when the stream has ended. */
  ended: Promise<void>;
}

/**
 * Reads the stream to its end; resolves after its first chunk, which holds the `opened` event. Events of an unknown
 * type are ignored: the server may be newer than the page.
 */
export async function readEvents(
  response: Response,
  onEvent: (event: LiveEvent) => void,
): Promise<ReadStream> {
  let quietMs = 0;
  const { ended } = await readServerSentEvents(response, (data) => {
    const event = parseLiveEvent(data);
    if (event === null) return;
    if (event.type === 'opened') quietMs = event.quietMs;
    else onEvent(event);
  });
  return { quietMs, ended };
}
