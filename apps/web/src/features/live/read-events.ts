import { type LiveEvent, readLiveEvent } from '../../lib/reading/live-events.ts';
import { createSseParser } from './sse-parser.ts';

export interface ReadStream {
  /** From the server's first words: for so long nothing has happened. 0 when it does not say. */
  quietMs: number;
  /** Settles when the stream is over. */
  ended: Promise<void>;
}

/**
 * Reads the stream to its end; resolves with the server's first words. What this page does not know yet is passed over:
 * the server may be newer.
 */
export async function readEvents(
  response: Response,
  onEvent: (event: LiveEvent) => void,
): Promise<ReadStream> {
  let quietMs = 0;
  if (response.body === null) return { quietMs, ended: Promise.resolve() };
  const take = createSseParser((data) => {
    const event = readLiveEvent(jsonOf(data));
    if (event === null) return;
    if (event.type === 'opened') quietMs = event.quietMs;
    else onEvent(event);
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader.read();
  if (first.done) return { quietMs, ended: Promise.resolve() };
  take(first.value);
  return { quietMs, ended: readOn(reader, take) };
}

async function readOn(
  reader: ReadableStreamDefaultReader<string>,
  take: (piece: string) => void,
): Promise<void> {
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) take(piece.value);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
