import { recordingNotice, recordingQuestion } from '@parley/contract';
import { type LedgerEntry, readChannels, type Step, wordsIn } from '@parley/phone-lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { speak } from '../testing/realtime/plan.ts';
import { answering, changeAgents } from '../testing/realtime-callees.ts';
import { openRealtimeDesk, type RealtimeDesk } from '../testing/realtime-desk.ts';
import { transcriptOf } from '../testing/voice-desk.ts';

/** One desk with both engines: gs-dental speaks over streams, kuzco over relay. */
let desk: RealtimeDesk;
const agents = [
  ['kuzco', 'relay'],
  ['gs-dental', 'realtime'],
] as const;

beforeAll(async () => {
  desk = await openRealtimeDesk(8);
  await changeAgents(desk, "engine = 'relay' where id = 'kuzco'");
  desk.service.answerWith(answering(() => speak('I see.')));
  expect(await save({ revision: 0 })).toMatchObject({ status: 200 });
});
afterAll(() => desk.stop());

const waiting = { timeout: 120_000, interval: 100 };
const { introduction, question, again } = recordingQuestion('en-US');
const notice = recordingNotice('en-US');

const save = (changes: object) =>
  desk.client.request('PUT', '/api/data/recordings', {
    ...{
      enabled: true,
      agentIds: agents.map(([id]) => id),
      removeAtCarrier: true,
      consent: 'ask',
      ...changes,
    },
  });

let lastNumber = 7300;
/** Somebody who does this, and hangs up after some words of the agent. */
function someone(...script: Step[]): string {
  const number = `+1500555${++lastNumber}`;
  const then: Step[] = [
    { wait: { phrase: 'this is Kuzco|AI assistant of' } },
    { say: 'I heard you.' },
    { wait: 2_000 },
    'hangup',
  ];
  desk.lab.callees.define(number, {
    greeting: 'Yes?',
    ring: 500,
    script: [...script, ...then],
    patienceMs: 'endless',
  });
  desk.lab.callees.setNumber(number, number);
  return number;
}
const asked: Step = { wait: { phrase: 'yes or no' } };

interface Called {
  readonly id: string;
  readonly engine: string;
  readonly lines: string[];
  readonly ledger: LedgerEntry[];
  readonly recorded: boolean;
}
async function finished(id: string): Promise<Called> {
  const call = await desk.client.waitUntilEnded(id);
  const number = (call.direction === 'inbound' ? call.from : call.to) ?? '';
  const sid = desk.lab.calls().find(({ to, from }) => to === number || from === number)?.sid ?? '';
  const ledger = desk.lab.ledger(sid);
  const recorded = ledger.some(({ kind }) => kind === 'recording');
  return { id, engine: call.engine ?? '', lines: transcriptOf(call), ledger, recorded };
}
const called = async (agentId: string, ...script: Step[]) =>
  finished(await desk.client.placeAccepted(someone(...script), { agentId }));
const recordingOf = async (id: string) =>
  (await desk.client.request('GET', `/api/calls/${id}/recording`)).body.recording;

/** The words on both channels of the recording as it is stored here. */
async function wordsStored(id: string): Promise<string> {
  await expect.poll(async () => (await recordingOf(id))?.state, waiting).toBe('ready');
  const { body } = await desk.client.request('POST', `/api/calls/${id}/recording/address`, {
    purpose: 'play',
  });
  const file = Buffer.from(await (await fetch(desk.url + body.url)).arrayBuffer());
  return readChannels(file)
    .map((channel) => wordsIn(channel))
    .join(' / ');
}

test.each(agents)(
  'RC13: %s (%s): after a yes the call is recorded, and nothing from before is',
  async (agentId, engine) => {
    const call = await called(agentId, asked, { say: 'Yes, please.' });
    expect(call.engine).toBe(engine);
    expect(call.lines.slice(0, 2)).toEqual([`agent: ${introduction} ${question}`, 'user: Yes, please.']);
    expect(call.lines[2]).toContain(`agent: ${notice} `);
    const yes = call.ledger.findIndex((one) => one.kind === 'said' && one.text.startsWith('Yes, please'));
    expect(call.ledger.findIndex(({ kind }) => kind === 'recording')).toBeGreaterThan(yes);
    const words = await wordsStored(call.id);
    expect(words).toMatch(/I heard/);
    expect(words).not.toMatch(/May this|Yes/);
  },
);

test.each(agents)('RC13: %s (%s): after a no the call goes on and is not recorded', async (agentId) => {
  const call = await called(agentId, asked, { say: 'No, thank you.' });
  expect(call.lines.slice(0, 3)).toEqual([
    `agent: ${introduction} ${question}`,
    'user: No, thank you.',
    'system: The other party does not want the call to be recorded. It is not recorded.',
  ]);
  expect(call.lines[3]).toMatch(/^agent: Hello, this is /);
  expect([call.recorded, await recordingOf(call.id)]).toEqual([false, null]);
  expect(call.lines.join('\n')).toContain('user: I heard you.');
});

test('RC13: whoever says nothing is not recorded', async () => {
  const call = await called('kuzco', asked, { silence: 7_000 });
  expect(call.lines.slice(0, 2)).toEqual([
    `agent: ${introduction} ${question}`,
    'system: The other party has not clearly agreed to a recording. The call is not recorded.',
  ]);
  expect([call.recorded, await recordingOf(call.id)]).toEqual([false, null]);
});

test('RC13: whoever talks over the question is asked once more', async () => {
  const over: Step[] = [{ wait: { phrase: 'May this' } }, { say: 'What is it about?' }];
  const agreed = await called('kuzco', ...over, asked, { say: 'Yes.' });
  expect(agreed.lines.slice(0, 4)).toEqual([
    ...[`agent: ${introduction} ${question}`, 'user: What is it about?', `agent: ${again}`, 'user: Yes.'],
  ]);
  expect(agreed.recorded).toBe(true);
  expect(await wordsStored(agreed.id)).not.toMatch(/May this|What is it about|Yes/);
  const unclear = await called('gs-dental', ...over, asked, { say: 'I am in the car.' });
  expect(unclear.lines.slice(3, 5)).toEqual([
    'user: I am in the car.',
    'system: The other party has not clearly agreed to a recording. The call is not recorded.',
  ]);
  expect([unclear.recorded, await recordingOf(unclear.id)]).toEqual([false, null]);
});

test('RC13: who hangs up during the question leaves no sound behind', async () => {
  const call = await called('kuzco', { wait: { phrase: 'May this' } }, 'hangup');
  expect(call.lines).toEqual([`agent: ${introduction} ${question}`]);
  expect([call.recorded, await recordingOf(call.id)]).toEqual([false, null]);
});

test('RC13: a caller is asked too', async () => {
  const from = someone(asked, { say: 'Sure.' });
  desk.lab.dialIn({ from, to: desk.lab.phoneNumbers[0] ?? '', callee: from });
  const found = async () => (await desk.client.calls()).find((one) => one.from === from)?._id ?? '';
  await expect.poll(found, waiting).not.toBe('');
  const call = await finished(await found());
  expect(call.lines.slice(0, 2)).toEqual([`agent: ${introduction} ${question}`, 'user: Sure.']);
  expect(await wordsStored(call.id)).not.toMatch(/May this|Sure/);
});

test('RC13: an agent may do it differently, and a form that does not know of asking changes nothing of it', async () => {
  const changes = { revision: 1, agentConsent: { kuzco: 'announce' } };
  expect(await save({ ...changes, agentConsent: { nobody: 'ask' } })).toMatchObject({ status: 404 });
  expect(await save(changes)).toMatchObject({ body: { settings: { consent: 'ask' } } });
  const kept = await save({ revision: 2, consent: undefined });
  expect(kept.body.settings).toMatchObject({ consent: 'ask', agentConsent: { kuzco: 'announce' } });
  const call = await called('kuzco');
  expect(call.lines[0]).toContain(`agent: ${notice} `);
  expect(call.recorded).toBe(true);
  // No download is under way when the desk stops.
  await wordsStored(call.id);
});
