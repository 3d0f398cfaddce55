import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { EventStream, eventText } from './event-stream.ts';

function open(life = 60_000) {
  const clock = new ManualClock();
  const gone = new AbortController();
  let closed = 0;
  const stream = new EventStream({
    clock,
    expiresAt: new Date(clock.now().getTime() + life),
    signal: gone.signal,
    first: eventText({ type: 'opened', quietMs: 250 }),
    onClose: () => {
      closed += 1;
    },
  });
  return { clock, gone, stream, closed: () => closed };
}

const text = async ({ readable }: EventStream) => (await readable.toArray()).map(String).join('');

test('an event is a name and a line of JSON', async () => {
  const { stream } = open();
  stream.send(eventText({ type: 'refetch' }));
  stream.end();
  expect(await text(stream)).toBe(
    ': open\n\nevent: opened\ndata: {"type":"opened","quietMs":250}\n\nevent: refetch\ndata: {"type":"refetch"}\n\n',
  );
});

test('a quiet stream says every quarter of a minute that it is there', async () => {
  const { clock, stream } = open();
  clock.advance(45_000);
  stream.end();
  expect((await text(stream)).match(/: still here/g)).toHaveLength(3);
});

test('it ends with its token, after what was sent', async () => {
  const { clock, stream, closed } = open(20_000);
  stream.send(eventText({ type: 'refetch' }));
  clock.advance(20_000);
  stream.send(eventText({ type: 'call.removed', callId: 'too late' }));
  const sent = await text(stream);
  expect(sent).toContain('refetch');
  expect(sent).not.toContain('too late');
  expect(closed()).toBe(1);
});

test('a page that went away is forgotten', async () => {
  const { gone, stream, closed } = open();
  gone.abort();
  await new Promise((resolve) => stream.readable.once('close', resolve));
  expect(closed()).toBe(1);
});

test('a reader far behind is cut off instead of filling the memory', async () => {
  const { stream, closed } = open();
  const callId = 'x'.repeat(1000);
  for (let n = 0; n < 1000; n += 1) stream.send(eventText({ type: 'call.removed', callId }));
  expect(stream.readable.destroyed).toBe(true);
  expect(stream.readable.readableLength).toBeLessThanOrEqual(256 * 1024);
  await new Promise((resolve) => setImmediate(resolve));
  expect(closed()).toBe(1);
});
