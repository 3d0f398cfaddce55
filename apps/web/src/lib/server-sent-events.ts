import { createParser, type EventSourceParser } from 'eventsource-parser';

/**
 * Reads the stream of a response to its end and gives the data of each event, parsed. Resolves after the first chunk, with
 * a promise of the end.
 */
export async function readServerSentEvents(
  response: Response,
  onData: (data: unknown) => void,
): Promise<{ ended: Promise<void> }> {
  if (response.body === null) return { ended: Promise.resolve() };
  const parser = createParser({ onEvent: ({ data }) => onData(jsonOf(data)) });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader.read();
  if (first.done) return { ended: Promise.resolve() };
  parser.feed(first.value);
  return { ended: readRest(reader, parser) };
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
