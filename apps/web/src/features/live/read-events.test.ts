import { expect, test } from 'vitest';
import type { LiveEvent } from '../../lib/parsing/live-events.ts';
import { readEvents } from './read-events.ts';

const removed = (callId: string) => JSON.stringify({ type: 'call.removed', callId });

/** The ids of the removed calls in a stream that arrives in these chunks. */
async function readIds(...chunks: (string | Uint8Array<ArrayBuffer>)[]): Promise<string[]> {
  const events: LiveEvent[] = [];
  const { ended } = await readEvents(responseOf(chunks), (event) => events.push(event));
  await ended;
  return events.map((event) => (event.type === 'call.removed' ? event.callId : event.type));
}

function responseOf(chunks: readonly (string | Uint8Array<ArrayBuffer>)[]): Response {
  const encoder = new TextEncoder();
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) {
          controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
        }
        controller.close();
      },
    }),
  );
}

test.each<[string, string[], string[]]>([
  ['an event with its name', [`event: call.removed\ndata: ${removed('1')}\n\n`], ['1']],
  ['no comment', [`: open\n\n: keep-alive\n\ndata: ${removed('1')}\n\n`], ['1']],
  [
    'data over several lines',
    ['data: {"type":"call.removed",\ndata:  "callId":"1"}\n\ndata: {"type":\ndata: "refetch"}\n\n'],
    ['1', 'refetch'],
  ],
  ['data without the space', [`data:${removed('1')}\n\n`], ['1']],
  [
    'other line endings',
    [`data: ${removed('1')}\r\n\r\ndata: ${removed('2')}\r\rdata: ${removed('3')}\n\n`],
    ['1', '2', '3'],
  ],
  [
    'a line ending cut in two',
    [`data: ${removed('1')}\r`, '\n\r', `\ndata: ${removed('2')}\n\n`],
    ['1', '2'],
  ],
  ['no event without its end', [`data: ${removed('1')}\n`], []],
  ['an event with unknown fields', [`id: 7\nretry: 10\nnonsense\ndata: ${removed('1')}\n\n`], ['1']],
  ['no data that is not JSON, and what follows it', [`data: {\n\ndata: ${removed('1')}\n\n`], ['1']],
])('reads %s', async (_, chunks, ids) => {
  expect(await readIds(...chunks)).toEqual(ids);
});

test('events are the same wherever the bytes of the stream are cut', async () => {
  const whole = new TextEncoder().encode(
    `: open\n\nevent: call.removed\ndata: ${removed('é 😀')}\n\ndata: ${removed('2')}\n\n`,
  );
  for (let cut = 0; cut <= whole.length; cut += 1) {
    expect(await readIds(whole.slice(0, cut), whole.slice(cut))).toEqual(['é 😀', '2']);
  }
});

test('the first event says how long nothing has changed', async () => {
  const opened = `: open\n\ndata: ${JSON.stringify({ type: 'opened', quietMs: 1_500 })}\n\n`;
  expect(await readEvents(responseOf([opened]), () => {})).toMatchObject({ quietMs: 1_500 });
  expect(await readEvents(responseOf([]), () => {})).toMatchObject({ quietMs: 0 });
  expect(await readEvents(new Response(null), () => {})).toMatchObject({ quietMs: 0 });
});
