import { createParser, type EventSourceParser } from 'eventsource-parser';
import { type LiveEvent, parseLiveEvent } from '../../lib/parsing/live-events.ts';

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
  if (response.body === null) return { quietMs, ended: Promise.resolve() };
  const parser = createParser({
    onEvent({ data }) {
      const event = parseLiveEvent(jsonOf(data));
      if (event === null) return;
      if (event.type === 'opened') quietMs = event.quietMs;
      else onEvent(event);
    },
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader.read();
  if (first.done) return { quietMs, ended: Promise.resolve() };
  parser.feed(first.value);
  return { quietMs, ended: readRest(reader, parser) };
}

async function readRest(
  reader: ReadableStreamDefaultReader<string>,
  parser: EventSourceParser,
): Promise<void> {
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) parser.feed(chunk.value);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
