import type { LedgerEntry } from '@parley/phone-lab';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendWebhook } from '../testing/signed-webhook.ts';
import { unsettled } from '../testing/unsettled.ts';
import { openVoiceDesk, type VoiceDesk } from '../testing/voice-desk.ts';

let voice: VoiceDesk;

beforeAll(async () => {
  voice = await openVoiceDesk();
});
afterAll(() => voice.stop());

type Webhook = LedgerEntry & { kind: 'webhook' };

/** All webhooks of a call, as somebody between carrier and server could have recorded them. */
const kept = (sid: string): Webhook[] => voice.lab.ledger(sid).filter((entry) => entry.kind === 'webhook');

/** Sends them again with their signatures: forwards, backwards and three times at once. Returns the answers. */
async function replay(webhooks: readonly Webhook[]) {
  // The part after # is for the carrier itself, and is neither sent nor signed.
  const again = ({ url, params }: Webhook) =>
    sendWebhook(url.replace(/#.*/, ''), params as Record<string, string>, { authToken: voice.lab.authToken });
  const answers = [];
  for (const webhook of [...webhooks, ...webhooks.toReversed()]) answers.push(await again(webhook));
  answers.push(...(await Promise.all([...webhooks, ...webhooks, ...webhooks].map(again))));
  return answers;
}

async function rowsOf(sql: string): Promise<unknown[]> {
  const client = new pg.Client(voice.database.owner);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

/** Every row of every table that a call may touch. */
async function everything(): Promise<unknown[]> {
  const tables = [
    'calls',
    'transcript_entries',
    'call_events',
    'dial_attempts',
    'do_not_call',
    'voice_passes',
  ];
  return Promise.all(tables.map((table) => rowsOf(`select * from ${table} order by 1, 2, 3`)));
}

test.each([
  ['a call that was placed', '+15005550010', 'completed'],
  ['a call that nobody took', '+15005550101', 'busy'],
  ['a call that reached a machine', '+15005550103', 'completed'],
])('all webhooks of %s, sent again, change nothing', async (_, number, status) => {
  const id = await voice.client.placeAccepted(number);
  expect((await voice.client.waitUntilEnded(id)).status).toBe(status);
  await unchangedBy(voice.lab.calls().find(({ to }) => to === number)?.sid ?? '');
});

test('all webhooks of an inbound call, sent again, change nothing', async () => {
  const { sid } = voice.lab.dialIn({ from: '+15005550044', to: '+15005550006' });
  await voice.lab.ended(sid);
  const statusOf = async () =>
    (await voice.client.calls()).find(({ from }) => from === '+15005550044')?.status;
  await expect.poll(statusOf).toBe('completed');
  await unchangedBy(sid);
});

async function unchangedBy(sid: string): Promise<void> {
  await expect.poll(() => unsettled(voice.database)).toEqual([]);
  const webhooks = kept(sid);
  expect(webhooks.length).toBeGreaterThan(1);
  const before = await everything();
  const dialled = voice.lab.calls().length;
  for (const { status, body } of await replay(webhooks)) {
    expect(status).toBeLessThan(300);
    // A request for instructions is answered with a hangup, or a sentence and a hangup: no conversation starts.
    expect(body).not.toMatch(/<Connect|<Dial|pass/);
  }
  expect(await everything()).toEqual(before);
  expect(voice.lab.calls()).toHaveLength(dialled);
}
