import { type LiveEvent, liveEvent } from '@parley/contract';
import { createSseParser } from './sse-parser.ts';

/** Reads the stream to its end. What this page does not know yet is passed over: the server may be newer. */
export async function readEvents(response: Response, onEvent: (event: LiveEvent) => void): Promise<void> {
  if (response.body === null) return;
  const take = createSseParser((data) => {
    const parsed = liveEvent.safeParse(jsonOf(data));
    if (parsed.success) onEvent(parsed.data);
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) take(piece.value);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
