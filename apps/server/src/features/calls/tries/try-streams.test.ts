import { PassThrough } from 'node:stream';
import type { TryEvent } from '@parley/contract';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import { RecordingLog, settled } from '../../../../testing/voice/relay/relay-harness.ts';
import type { Caller } from '../../../ports/caller.ts';
import { TryStreams } from './try-streams.ts';

const kit = { tenantId: 't', userId: 'kit', expiresAt: new Date(1) } as Caller;
const { signal } = new AbortController();

function eventOf(number: number, type: 'unsaid' | 'ended'): TryEvent {
  const at = '2026-10-01T10:00:00.000Z';
  if (type === 'unsaid') return { number, at, type, ordinal: number };
  const usage = { seconds: 1, requests: 1, inputTokens: 1, outputTokens: 1 };
  return { number, at, type, reason: null, usage, cost: null };
}

async function streamsOf() {
  const clock = new ManualClock();
  const log = new RecordingLog();
  const stored: TryEvent[] = [];
  const asked: [string, string][] = [];
  const opened: { sent: string[]; ended: boolean; close(): void }[] = [];
  let notify: (callId: string | null) => void = () => {};
  let failures = 0;
  const streams = new TryStreams({
    tries: {
      events: async (_tenantId, _callId, after) => {
        if (failures-- > 0) throw new Error('The database is away.');
        return stored.filter(({ number }) => number > after);
      },
      listen: async (onChange) => {
        notify = onChange;
        return { close: async () => {} };
      },
    },
    openStream: ({ onClose }) => {
      const page = { sent: [] as string[], ended: false, close: onClose };
      opened.push(page);
      return {
        readable: new PassThrough(),
        send: (text) => void page.sent.push(text),
        end: () => {
          page.ended = true;
        },
      };
    },
    settleLost: async (tenantId, callId) => void asked.push([tenantId, callId]),
    clock,
    log,
  });
  await streams.start();
  const fail = () => {
    failures = 1;
  };
  return { streams, clock, log, stored, asked, opened, fail, notify: (id: string | null) => notify(id) };
}

const ids = (sent: readonly string[]) => sent.map((text) => Number(/^id: (\d+)/.exec(text)?.[1]));

test('AG24: a page gets the events behind its last one, then each new one, and the end closes the stream', async () => {
  const { streams, stored, opened, notify } = await streamsOf();
  stored.push(eventOf(1, 'unsaid'), eventOf(2, 'unsaid'));
  streams.open(kit, 'c', 1, signal);
  await settled();
  expect(ids(opened[0]?.sent ?? [])).toEqual([2]);
  stored.push(eventOf(3, 'unsaid'));
  notify('another');
  await settled();
  expect(ids(opened[0]?.sent ?? [])).toEqual([2]);
  notify('c');
  stored.push(eventOf(4, 'ended'));
  notify('c');
  await settled();
  expect(ids(opened[0]?.sent ?? [])).toEqual([2, 3, 4]);
  expect(opened[0]?.ended).toBe(true);
});

test('AG24: a missed notice is made up for, and a lost server is looked for, every five seconds', async () => {
  const { streams, clock, stored, asked, opened, notify } = await streamsOf();
  streams.open(kit, 'c', 0, signal);
  await settled();
  stored.push(eventOf(1, 'unsaid'));
  clock.advance(4_999);
  await settled();
  expect(asked).toEqual([]);
  clock.advance(1);
  await settled();
  expect(asked).toEqual([['t', 'c']]);
  expect(ids(opened[0]?.sent ?? [])).toEqual([1]);
  stored.push(eventOf(2, 'unsaid'));
  notify(null);
  await settled();
  expect(ids(opened[0]?.sent ?? [])).toEqual([1, 2]);
  opened[0]?.close();
  clock.advance(60_000);
  await settled();
  expect(asked).toHaveLength(1);
});

test('AG24: a database that is away costs no event', async () => {
  const { streams, stored, opened, fail, notify, log } = await streamsOf();
  stored.push(eventOf(1, 'unsaid'));
  fail();
  streams.open(kit, 'c', 0, signal);
  await settled();
  expect(opened[0]?.sent).toEqual([]);
  expect(log.lines).toMatchObject([{ level: 'warn' }]);
  notify('c');
  await settled();
  expect(ids(opened[0]?.sent ?? [])).toEqual([1]);
});

test('AG23: a person has eight streams at a time; a closed one makes room, and others are not concerned', async () => {
  const { streams, opened } = await streamsOf();
  for (let n = 0; n < 8; n += 1) streams.open(kit, 'c', 0, signal);
  expect(() => streams.open(kit, 'c', 0, signal)).toThrow('Too many open pages');
  streams.open({ ...kit, userId: 'jo' }, 'c', 0, signal);
  opened[0]?.close();
  streams.open(kit, 'c', 0, signal);
});
