import {
  type Campaign,
  type CampaignPolicy,
  callingSubject,
  examples,
  optOutOffer,
  startingPolicy,
} from '@parley/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { appendToOutbox } from '../src/adapters/postgres/outbox-append.ts';
import { AgentRequests } from '../testing/agent-requests.ts';
import { openVoiceDesk, transcriptOf, type VoiceDesk } from '../testing/voice-desk.ts';

vi.setConfig({ testTimeout: 300_000 });

let desk: VoiceDesk;

beforeAll(async () => {
  desk = await openVoiceDesk();
});
afterAll(() => desk.stop());

const polling = { timeout: 240_000, interval: 100 };
const always = [{ from: '00:00', to: '00:00' }];
const policy = {
  ...startingPolicy,
  hours: {
    ...{ monday: always, tuesday: always, wednesday: always, thursday: always, friday: always },
    ...{ saturday: always, sunday: always },
  },
  ...{ atOnce: 3, perMinute: 60 },
};

async function ask(method: string, path: string, body?: object) {
  const answer = await desk.client.request(method, `/api/campaigns${path}`, body);
  expect([path, answer.status, answer.body]).toEqual([path, 200, expect.anything()]);
  return answer.body;
}

async function campaignOf(
  people: readonly (readonly [name: string, number: string])[],
  more: object = {},
  wants: Partial<CampaignPolicy> = {},
): Promise<Campaign> {
  const { template } = (
    await desk.client.request('POST', '/api/templates/templates', examples.createTemplate.body as object)
  ).body;
  const made = { ...(examples.createCampaign.body as object), templateId: template._id, ...more };
  const { id } = (await ask('POST', '', made)).campaign;
  await ask('PUT', `/${id}`, { revision: 1, name: 'Recall', policy: { ...policy, ...wants } });
  const { campaign } = await ask('PUT', `/${id}/file`, {
    ...(examples.setCampaignFile.body as object),
    header: ['Name', 'Phone', 'Day'],
  });
  const rows = people.map(([name, number], n) => ({
    ...{ row: n + 2, cells: [name, number, 'Monday'], problem: null },
  }));
  await ask('POST', `/${id}/rows`, { file: campaign.file.file, rows });
  return (await ask('GET', `/${id}`)).campaign;
}

test('CP10: a campaign calls everybody over the carrier, hears what came of it, and tells pages', async () => {
  const people = [
    ['Ada Weber', '+15005550120'],
    ['Eve Long', '+15005550121'],
    ['Ivy Busy', '+15005550101'],
  ] as const;
  const campaign = await campaignOf(people);
  const closing = new AbortController();
  const events = await desk.client.events(closing.signal);
  const { campaign: started } = await ask('POST', `/${campaign.id}/start`, {
    ...{ revision: campaign.revision, at: null, ground: true },
  });
  expect(started).toMatchObject({ state: 'running', side: 'sandbox' });
  const rows = async () => (await ask('GET', `/${campaign.id}/recipients?limit=10`)).recipients;
  await expect
    .poll(async () => (await rows()).map((row: { result: string | null }) => row.result), polling)
    .toEqual([expect.any(String), expect.any(String), 'busy']);
  expect(await rows()).toMatchObject([
    ...[{ attempts: 1 }, { attempts: 1 }],
    { attempts: 1, state: 'pending', waits: { reason: 'retry' } },
  ]);
  const dialled = desk.lab
    .calls()
    .map(({ to }) => to)
    .toSorted();
  expect(dialled).toEqual(people.map(([, number]) => number).toSorted());
  expect(events.seen).toContainEqual({ type: 'campaign.changed', campaignId: campaign.id });
  closing.abort();
  const { attempts } = await ask('GET', `/${campaign.id}/recipients/4`);
  expect(attempts).toMatchObject([{ attempt: 1, result: 'busy', callId: expect.any(String) }]);
  const { campaign: stopped } = await ask('POST', `/${campaign.id}/stop`, { now: true });
  expect(['stopping', 'stopped']).toContain(stopped.state);
  await expect
    .poll(async () => (await ask('GET', `/${campaign.id}`)).campaign.state, polling)
    .toBe('stopped');
});

test('CP26: a call that the carrier refuses because too many are up (10004) does not count, and is made again', async () => {
  const [name, number] = ['Ada Weber', '+15005550123'] as const;
  const campaign = await campaignOf([[name, number]]);
  desk.lab.setAccount({ callsAtOnce: 0 });
  await ask('POST', `/${campaign.id}/start`, {
    ...{ revision: campaign.revision, at: null, ground: true },
  });
  const recipient = async () => (await ask('GET', `/${campaign.id}/recipients/2`)).recipient;
  await expect.poll(recipient, polling).toMatchObject({
    ...{ state: 'pending', result: 'not_counted', waits: { reason: 'not_made' } },
  });
  const { nextAt } = await recipient();
  expect(new Date(nextAt).getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect(desk.lab.calls().filter(({ to }) => to === number)).toEqual([]);
  desk.lab.setAccount({ callsAtOnce: null });
  // Nobody waits for the minute; no gap holds up a call that was never made.
  await ask('POST', `/${campaign.id}/recipients/2/call`);
  await expect.poll(() => desk.lab.calls().filter(({ to }) => to === number).length, polling).toBe(1);
  const { attempts } = await ask('GET', `/${campaign.id}/recipients/2`);
  expect(attempts[0]).toMatchObject({ attempt: 1, result: 'not_counted', detail: 'carrier_busy' });
  await ask('POST', `/${campaign.id}/stop`, { now: true });
});

test.each([
  ['key 9', '+15005552131', { press: '9' }],
  ['the words', '+15005552132', { say: 'Please stop calling me.' }],
])(
  'CP33: on a sales call %s puts the number on the do-not-call list, and the call ends',
  async (_what, number, step) => {
    desk.lab.callees.define(number, {
      script: [{ wait: 'agent' }, step, { silence: 900_000 }],
      patienceMs: 'endless',
    });
    desk.lab.callees.setNumber(number, number);
    const campaign = await campaignOf([['Ada Weber', '+15005550122']], { purpose: 'sales' });
    const { callId } = await ask('POST', `/${campaign.id}/test-call`, { row: 2, phoneNumber: number });
    const call = () => desk.client.call(callId);
    await expect.poll(async () => (await call()).status, polling).toBe('completed');
    await expect.poll(async () => (await call()).reason, polling).toBe('do_not_call');
    const said = transcriptOf(await call());
    expect(said[0]).toContain(optOutOffer('en-US'));
    expect(said.join('\n')).toContain('We will not call you again. Thank you. Goodbye.');
    const database = await desk.database.open();
    const listed = async () => {
      const { rows } = await database.forTenant('gs-dental', (tx) =>
        tx.execute(sql`select 1 from do_not_call where tenant_id = 'gs-dental' and number = ${number}`),
      );
      return rows.length;
    };
    await expect.poll(listed, polling).toBe(1);
  },
);

test('CP30: the report says how many calls of a number were rejected as from spam, as the carrier tells it', async () => {
  const [from = ''] = desk.lab.phoneNumbers;
  desk.lab.setNumber(from, { stirStatus: 'B' });
  const campaign = await campaignOf([
    ['Ann Wary', '+15005550186'],
    ['Ben Behind A Filter', '+15005550187'],
    ['Ivy Busy', '+15005550101'],
  ]);
  await ask('POST', `/${campaign.id}/start`, { revision: campaign.revision, at: null, ground: true });
  const report = async () => (await ask('GET', `/${campaign.id}/report`)).report;
  await expect.poll(async () => (await report()).calls, polling).toBe(3);
  expect((await report()).numbers).toEqual([
    // The filter rejected the call before it rang, and so before it was told how it is signed.
    { number: from, calls: 3, answered: 0, unwanted: 2, attested: { A: 0, B: 2, C: 0 } },
  ]);
  desk.lab.setNumber(from, { stirStatus: null });
  await ask('POST', `/${campaign.id}/stop`, { now: true });
});

test('CP26: the campaign says what happens where a machine answers, and its calls keep that', async () => {
  const agents = new AgentRequests(desk.client);
  const setTo = async (action: 'hang-up' | 'leave-message') => {
    await agents.save('gs-dental', (config) => {
      config.conversation.voicemail = { action, message: 'Please call us back.' };
    });
    expect(await agents.publish('gs-dental')).toMatchObject({ status: 200 });
  };
  const resultOf = async (number: string, onMachine: CampaignPolicy['onMachine']) => {
    const campaign = await campaignOf([['Ann Away', number]], {}, { onMachine, voicemail: 'done' });
    await ask('POST', `/${campaign.id}/start`, { revision: campaign.revision, at: null, ground: true });
    const state = async () => (await ask('GET', `/${campaign.id}`)).campaign.state;
    await expect.poll(state, polling).toBe('completed');
    const { recipients } = await ask('GET', `/${campaign.id}/recipients?limit=10`);
    const sid = desk.lab.calls().find(({ to }) => to === number)?.sid ?? '';
    const tape = desk.lab.ledger(sid).flatMap((entry) => (entry.kind === 'message' ? [entry.text] : []));
    return [recipients[0].result, tape.some((text) => text.includes('Please call us back.'))];
  };
  await setTo('hang-up');
  expect(await resultOf('+15005550103', 'leave_message')).toEqual(['voicemail_left', true]);
  await setTo('leave-message');
  expect(await resultOf('+15005550109', 'hang_up')).toEqual(['voicemail', false]);
  expect(await resultOf('+15005550110', 'as_agent')).toEqual(['voicemail_left', true]);
});

test('CP13: switching to real calls is seen through the outbox', async () => {
  const campaign = await campaignOf([['Ada Weber', '+15005550122']]);
  await ask('POST', `/${campaign.id}/start`, {
    ...{ revision: campaign.revision, at: '2099-01-01T00:00:00.000Z', ground: true },
  });
  const database = await desk.database.open();
  await database.forTenant('gs-dental', (tx) =>
    appendToOutbox(tx, 'gs-dental', callingSubject, {
      ...{ type: 'calling.switched', version: 1, side: 'real', revision: 1 },
    }),
  );
  await expect
    .poll(async () => (await ask('GET', `/${campaign.id}`)).campaign.pause?.reason, polling)
    .toBe('calling_switched');
});
