import type { CallOutcome, OutcomeField, ShownOutcome } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createOutcomeStore } from '../src/adapters/postgres/outcomes/store.ts';
import type { OutcomeStore } from '../src/ports/outcomes.ts';
import { AgentRequests } from '../testing/agent-requests.ts';
import { openVoiceDesk, type VoiceDesk } from '../testing/voice-desk.ts';

let voice: VoiceDesk;
let database: Database;
let agents: AgentRequests;
let store: OutcomeStore;
const sent: unknown[] = [];
const tenantId = 'gs-dental';

const confirmed: OutcomeField = {
  ...{ id: 'confirmed', label: 'Confirmed', type: 'yes_no', choices: [], required: true },
  description: 'Whether they will come to the appointment.',
};
const otherDay: OutcomeField = {
  ...{ id: 'other-day', label: 'Other day', type: 'date', choices: [], required: false },
  description: 'Which day would be better.',
};

beforeAll(async () => {
  voice = await openVoiceDesk();
  database = await voice.database.open();
  agents = new AgentRequests(voice.client);
  store = createOutcomeStore(database, { send: async (job) => void sent.push(job) });
  await agents.save('gs-dental', (config) => {
    config.outcomes = { fields: [confirmed] };
  });
  expect((await agents.publish('gs-dental')).status).toBe(200);
});
afterAll(() => voice.stop());

const remind =
  'Call Jordan Lee. Remind them of their appointment on Tuesday at ten in the morning and ask whether they will come.';
let lastNumber = 7200;

/** A call to somebody, once its outcome is read. */
async function called(callee: string, body: object = {}): Promise<string> {
  const phoneNumber = `+1500555${++lastNumber}`;
  voice.lab.callees.setNumber(phoneNumber, callee);
  const placed = await voice.client.request(
    'POST',
    '/api/twilio/gs-dental/call',
    { phoneNumber, message: remind, ...body },
    { 'idempotency-key': phoneNumber },
  );
  expect(placed.status).toBe(200);
  const { callId } = placed.body;
  await voice.client.waitUntilEnded(callId);
  await read(callId);
  return callId;
}

const shown = async (id: string): Promise<ShownOutcome> => {
  const { outcomes } = await voice.client.call(id);
  if (!outcomes) throw new Error('The call has no outcomes.');
  return outcomes;
};

async function read(id: string, run = 0): Promise<ShownOutcome> {
  const polling = { interval: 50 };
  await vi.waitFor(async () => expect((await shown(id)).outcome?.run).toBe(run), polling);
  return shown(id);
}

const correct = (id: string, field: string, revision: number, value: unknown) =>
  voice.client.request('PUT', `/api/calls/${id}/outcome/${field}`, { revision, value });

const events = async (callId: string, type: string) =>
  database.asSystem(async (tx) => {
    const { rows } = await tx.execute<{ run: number }>(
      sql`select id from outbox where subject = ${`call/${callId}`} and type = ${type}`,
    );
    return rows.length;
  });

describe('after a call', () => {
  test('OC3 OC6: a yes is stored with its entry and its question, once, and the list has the result', async () => {
    const id = await called('confirms');
    const { outcome, state, fieldsChanged } = await shown(id);
    expect(state).toBe('ready');
    expect(fieldsChanged).toBe(false);
    expect(outcome).toMatchObject({ by: 'rules', result: 'reached', fields: [{ id: 'confirmed' }] });
    const [value] = outcome?.values ?? [];
    expect(value).toMatchObject({ field: 'confirmed', value: true });
    const proof = value?.proof.kind === 'entry' ? value.proof : null;
    const { transcript } = await voice.client.call(id);
    const said = (ordinal: number | undefined) => transcript.find((entry) => entry.ordinal === ordinal);
    expect(said(proof?.entry)).toMatchObject({ speaker: 'user' });
    expect(said(proof?.entry)?.message).toContain(proof?.quote);
    expect(said(proof?.question?.entry)).toMatchObject({ speaker: 'agent' });
    expect(await events(id, 'call.outcome')).toBe(1);
    expect((await voice.client.calls()).find(({ _id }) => _id === id)).toMatchObject({ outcome: 'reached' });
  });

  test('OC10 OC11: a correction stands beside the value and stays when the call is read again with other fields', async () => {
    const id = await called('confirms');
    const stored = await correct(id, 'confirmed', 0, false);
    expect(stored).toMatchObject({ status: 200, body: { corrections: [{ value: false, revision: 1 }] } });
    expect(stored.body.outcome.values).toMatchObject([{ value: true }]);
    expect((await correct(id, 'result', 0, 'not')).status).toBe(200);
    const listed = async () => (await voice.client.calls()).find(({ _id }) => _id === id)?.outcome;
    expect(await listed()).toBe('not');

    await agents.save('gs-dental', (config) => {
      config.outcomes = { fields: [confirmed, otherDay] };
    });
    await agents.publish('gs-dental');
    expect((await shown(id)).fieldsChanged).toBe(true);
    const again = await voice.client.request('POST', `/api/calls/${id}/outcome/run`);
    expect(again).toMatchObject({ status: 200, body: { state: 'pending' } });
    const after = await read(id, 1);
    expect(after).toMatchObject({ state: 'ready', fieldsChanged: false });
    expect(after.outcome?.fields.map((field) => field.id)).toEqual(['confirmed', 'other-day']);
    expect(after.corrections.map(({ field, value }) => [field, value])).toEqual([
      ['confirmed', false],
      ['result', 'not'],
    ]);
    expect(await listed()).toBe('not');

    const withdrawn = await voice.client.request('DELETE', `/api/calls/${id}/outcome/result?revision=1`);
    expect(withdrawn.status).toBe(200);
    expect(await listed()).toBe('reached');
  });

  test('OC2: a template with fields of its own has them instead of those of the agent', async () => {
    const { body } = await voice.client.request('POST', '/api/templates/templates', {
      ...{ name: 'Reminder', prompt: remind, agentId: 'gs-dental' },
      outcomeFields: [{ ...confirmed, id: 'comes', label: 'Comes' }],
    });
    const id = await called('confirms', { templateId: body.template._id });
    expect((await shown(id)).outcome).toMatchObject({
      fields: [{ id: 'comes' }],
      values: [{ field: 'comes', value: true }],
    });
  });

  test('OC5: what is no answer is stored as nothing: a wrong number', async () => {
    const id = await called('wrong-number');
    expect((await shown(id)).outcome).toMatchObject({ values: [], result: 'not' });
  });
});

describe('two at once', () => {
  let id: string;
  const outcome = (run: number, value: boolean): CallOutcome => ({
    ...{ version: 1, run, by: 'model', zone: 'UTC', result: 'partly', sentence: null, fields: [confirmed] },
    values: [{ field: 'confirmed', value, proof: { kind: 'entry', entry: 1, quote: 'Yes', question: null } }],
  });
  /** A run that the desk is not told about, so that nobody but the test stores it. */
  const nextRun = () =>
    database.asSystem(async (tx) => {
      const { rows } = await tx.execute<{ run: number }>(sql`
        update calls set outcome_run = outcome_run + 1, outcome_state = 'pending' where id = ${id}
        returning outcome_run as run`);
      return rows[0]?.run ?? 0;
    });

  beforeAll(async () => {
    id = await called('confirms');
  });

  test('OC10: of many corrections of one value one is stored, and the others are told', async () => {
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        [true, false, null].map((value) => correct(id, 'confirmed', round, value)),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('outcome_changed');
    }
    expect((await shown(id)).corrections).toMatchObject([{ field: 'confirmed', revision: 5 }]);
  });

  test('OC10: a correction that is sent twice is stored once, and both answers say that it is', async () => {
    const [{ value = null } = {}] = (await shown(id)).corrections;
    const audited = async () => {
      const { rows } = await database.asSystem((tx) =>
        tx.execute(sql`select from audit_log where subject = ${id} and action like 'outcome.corr%'`),
      );
      return rows.length;
    };
    const before = await audited();
    const other = value !== true;
    for (const revision of [5, 5, 0]) {
      const answer = await correct(id, 'confirmed', revision, other);
      expect(answer).toMatchObject({ status: 200, body: { corrections: [{ value: other, revision: 6 }] } });
    }
    const withdraw = () => voice.client.request('DELETE', `/api/calls/${id}/outcome/confirmed?revision=6`);
    expect([(await withdraw()).status, (await withdraw()).status]).toEqual([200, 200]);
    expect(await audited()).toBe(before + 2);
    await correct(id, 'confirmed', 0, other);
  });

  test('OC3: of many that store one run one does, and an earlier run changes nothing', async () => {
    const call = { tenantId, callId: id };
    const run = await nextRun();
    const before = await events(id, 'call.outcome');
    const stored = await Promise.all(
      Array.from({ length: 8 }, (_, n) => store.save(call, run, outcome(run, n % 2 === 0), [])),
    );
    expect(stored.filter(Boolean)).toHaveLength(1);
    expect(await store.save(call, run - 1, outcome(run - 1, false), [])).toBe(false);
    expect(await store.begin(call, run)).toBe(false);
    expect(await events(id, 'call.outcome')).toBe(before + 1);
  });

  test('OC11: a run that was given up can be asked for again, and a late one of before is not stored', async () => {
    const call = { tenantId, callId: id };
    const first = await nextRun();
    expect(await store.begin(call, first)).toBe(true);
    await store.fail(call, first);
    expect((await shown(id)).state).toBe('failed');
    const second = await nextRun();
    expect(await store.save(call, first, outcome(first, true), [])).toBe(false);
    expect(await store.save(call, second, outcome(second, true), [])).toBe(true);
  });

  test('a deleted call is not corrected and not asked for again; what is being read is there when it is brought back', async () => {
    const run = await nextRun();
    await voice.client.remove(id);
    expect((await correct(id, 'confirmed', 5, true)).body.code).toBe('call_not_found');
    const again = await voice.client.request('POST', `/api/calls/${id}/outcome/run`);
    expect(again.body.code).toBe('call_not_found');
    expect(await store.save({ tenantId, callId: id }, run, outcome(run, true), [])).toBe(true);
    expect((await voice.client.request('POST', `/api/calls/${id}/restore`)).status).toBe(200);
    expect((await shown(id)).outcome?.run).toBe(run);
  });
});
