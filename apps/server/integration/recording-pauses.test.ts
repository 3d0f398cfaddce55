import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { emptyHttpTool, recordingMarks } from '@parley/contract';
import { readChannels, wordsIn } from '@parley/phone-lab';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { AgentRequests } from '../testing/agent-requests.ts';
import type { ChangeRoute } from '../testing/audited-changes.ts';
import { changeRequests, expectAllDone } from '../testing/audited-requests.ts';
import { call as callTool, speak } from '../testing/realtime/plan.ts';
import { answering, changeAgents, defineCallee } from '../testing/realtime-callees.ts';
import { openRealtimeDesk, type RealtimeDesk } from '../testing/realtime-desk.ts';
import { createTool } from '../testing/tools/tool-requests.ts';
import { transcriptOf } from '../testing/voice-desk.ts';

/** gs-dental speaks over streams, kuzco over relay. */
let desk: RealtimeDesk;
let owner: pg.Client;
const done = new Set<ChangeRoute>();
beforeAll(async () => {
  desk = await openRealtimeDesk(2);
  await changeAgents(desk, "engine = 'relay' where id = 'kuzco'");
  desk.service.answerWith(answering(() => speak('I see.')));
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
  const settings = { enabled: true, agentIds: ['gs-dental', 'kuzco'], removeAtCarrier: true, revision: 0 };
  await desk.client.request('PUT', '/api/data/recordings', settings);
});
afterAll(async () => {
  await owner.end();
  await desk.stop();
});

const waiting = { timeout: 120_000, interval: 50 };
const path = (id: string) => `/api/calls/${id}/recording`;
const recordingOf = async (id: string) => (await desk.client.request('GET', path(id))).body.recording;
const act = (id: string, what: 'pause' | 'resume', client = desk.client) =>
  client.request('POST', `${path(id)}/${what}`);

/** The same, with a look into the audit log. */
const change = (name: 'pauseRecording' | 'resumeRecording', id: string) =>
  changeRequests({ owner, done, send: (method, url) => desk.client.request(method, url) })(name, { id });

/** A call that is up, whose opening was heard; the carrier's id of it. */
async function liveCall(agentId: string): Promise<{ id: string; sid: string }> {
  const number = defineCallee(desk, []);
  const id = await desk.client.placeAccepted(number, { agentId });
  const opening = async () => transcriptOf(await desk.client.call(id))[0] ?? '';
  await expect.poll(opening, waiting).toContain('agent: This call is being recorded.');
  return { id, sid: desk.lab.calls().find(({ to }) => to === number)?.sid ?? '' };
}

/** The other party says something, and it stands in the transcript. */
async function say(id: string, sid: string, words: string): Promise<void> {
  desk.lab.say(sid, words);
  await expect
    .poll(async () => transcriptOf(await desk.client.call(id)), waiting)
    .toContainEqual(expect.stringContaining(`user: ${words}`));
}

/** What the person says in the recording of a call that is over. */
async function recordedWords(id: string): Promise<string> {
  await expect.poll(async () => (await recordingOf(id)).state, waiting).toBe('ready');
  const { body } = await desk.client.request('POST', `${path(id)}/address`, { purpose: 'play' });
  const file = Buffer.from(await (await fetch(desk.url + body.url)).arrayBuffer());
  const [person = Buffer.alloc(0)] = readChannels(file);
  return wordsIn(person);
}

test('RC15: what is said while the recording is paused is not in it, and the transcript marks the gap', async () => {
  const { id, sid } = await liveCall('gs-dental');
  expect(await recordingOf(id)).toMatchObject({ state: 'recording', paused: null, canPause: true });
  await say(id, sid, 'Before it.');
  expect(await change('pauseRecording', id)).toMatchObject({ recording: { paused: 'person' } });
  expect((await act(id, 'pause')).status).toBe(200);
  await say(id, sid, 'My secret.');
  expect(await change('resumeRecording', id)).toMatchObject({ recording: { paused: null } });
  expect((await act(id, 'resume')).status).toBe(200);
  await say(id, sid, 'Following it.');
  desk.lab.hangUp(sid);
  const lines = transcriptOf(await desk.client.waitUntilEnded(id));
  const marked = lines.filter((line) => !line.startsWith('agent: '));
  expect(marked.map((line) => line.replace(/\*$/, ''))).toEqual([
    'user: Before it.',
    `system: ${recordingMarks.paused}`,
    'user: My secret.',
    `system: ${recordingMarks.resumed}`,
    'user: Following it.',
  ]);
  const recorded = await recordedWords(id);
  expect(recorded).toMatch(/Before.*Following/s);
  expect(recorded).not.toContain('secret');
  const { rows } = await owner.query(
    "select action from audit_log where subject = $1 and action in ('recording.paused', 'recording.resumed') order by id",
    [id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['recording.paused', 'recording.resumed']);
  expect(await act(id, 'pause')).toMatchObject({ status: 409, body: { code: 'recording_not_running' } });
});

test('RC15: a pause after one that the carrier did not answer is not taken for done without telling the carrier', async () => {
  const { id, sid } = await liveCall('gs-dental');
  // What such a pause leaves: it began, and nobody wants it any more.
  await owner.query('update recordings set paused_at = now() where call_id = $1', [id]);
  expect((await act(id, 'pause')).body.recording).toMatchObject({ paused: 'person' });
  desk.lab.hangUp(sid);
  // The mark is written when the carrier has paused it.
  expect(transcriptOf(await desk.client.waitUntilEnded(id))).toContainEqual(
    expect.stringContaining(recordingMarks.paused),
  );
});

/** Whether the carrier records the call now, as the carrier itself says. */
function isPausedAtCarrier(sid: string): boolean {
  const told = desk.lab
    .ledger(sid)
    .flatMap((one) => (one.kind === 'recording' ? [one.recording.status] : []));
  return told.at(-1) === 'paused';
}

test('RC18: a pause that the carrier does not answer is not shown as one, and the person is told', async () => {
  const { id, sid } = await liveCall('gs-dental');
  const { to = '' } = desk.lab.calls().find((call) => call.sid === sid) ?? {};
  desk.lab.faults.set({ restError: { to, status: 503 } });
  const unanswered = await act(id, 'pause');
  desk.lab.faults.set({ restError: 0 });
  expect(unanswered.body).toMatchObject({ code: 'carrier_unreachable' });
  expect(unanswered.body.error).toContain('still being recorded');
  expect(await recordingOf(id)).toMatchObject({ paused: null, pausing: null, pauseUnanswered: true });
  expect((await act(id, 'pause')).body.recording).toMatchObject({
    ...{ paused: 'person', pausing: null, pauseUnanswered: false },
  });
  expect(isPausedAtCarrier(sid)).toBe(true);
  desk.lab.hangUp(sid);
  await desk.client.waitUntilEnded(id);
});

/** A server that answers a tool when the test says so. */
async function startPayments(): Promise<{ url: string; asked: Promise<ServerResponse> }> {
  const { promise: asked, resolve } = Promise.withResolvers<ServerResponse>();
  const server = createServer((_, response) => resolve(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay`, asked };
}

/** gs-dental takes payments with a tool that pauses the recording, once, when somebody speaks of a card. */
async function offerPayments(url: string): Promise<void> {
  const tool = await createTool(desk.client, {
    ...emptyHttpTool('take_payment'),
    ...{ purpose: 'Takes a payment by card.', address: url, limitSeconds: 30, pausesRecording: true },
  });
  const agents = new AgentRequests(desk.client);
  await agents.save('gs-dental', (config) => {
    config.tools = { use: [{ id: tool }], texts: [] };
  });
  expect(await agents.publish('gs-dental')).toMatchObject({ status: 200 });
  let isCalled = false;
  desk.service.answerWith(
    answering((heard) => {
      if (isCalled || !heard.includes('card')) return speak('I see.');
      isCalled = true;
      return callTool('take_payment', {});
    }),
  );
}

test('RC15: what is said while a tool that is set so waits for its answer is not recorded', async () => {
  const payments = await startPayments();
  await offerPayments(payments.url);
  const { id, sid } = await liveCall('gs-dental');
  await say(id, sid, 'Take my card.');
  const response = await payments.asked;
  expect(await recordingOf(id)).toMatchObject({ state: 'recording', paused: 'tool' });
  expect(isPausedAtCarrier(sid)).toBe(true);
  await say(id, sid, 'Its secret.');
  response.end('{"paid":true}');
  await expect.poll(async () => (await recordingOf(id)).paused, waiting).toBeNull();
  await expect
    .poll(async () => transcriptOf(await desk.client.call(id)), waiting)
    .toContainEqual(expect.stringContaining(recordingMarks.resumed));
  await say(id, sid, 'Following it.');
  desk.lab.hangUp(sid);
  const { toolCalls = [], ...ended } = await desk.client.waitUntilEnded(id);
  expect(toolCalls).toMatchObject([{ state: 'done' }]);
  const marks = transcriptOf({ toolCalls, ...ended }).filter((line) =>
    [recordingMarks.paused, recordingMarks.resumed].some((mark) => line.includes(mark)),
  );
  expect(marks).toEqual([`system: ${recordingMarks.paused}`, `system: ${recordingMarks.resumed}`]);
  const recorded = await recordedWords(id);
  expect(recorded).toMatch(/card.*Following/s);
  expect(recorded).not.toContain('secret');
});

test('RC15: a relay call cannot pause, and says why', async () => {
  const { id, sid } = await liveCall('kuzco');
  expect(await recordingOf(id)).toMatchObject({ state: 'recording', canPause: false });
  const refused = await act(id, 'pause');
  expect(refused).toMatchObject({ status: 409, body: { code: 'recording_cannot_pause' } });
  expect(refused.body.error).toContain('Calls with a speech engine can pause.');
  const viewer = desk.as({ id: 'user_viewer', role: 'viewer' });
  const stranger = desk.as({ id: 'user_far', organization: 'org_far' });
  expect((await act(id, 'pause', viewer)).body.code).toBe('not_permitted');
  expect((await act(id, 'pause', stranger)).body.code).toBe('recording_not_found');
  desk.lab.hangUp(sid);
  await desk.client.waitUntilEnded(id);
});

test('AU1: the routes of a recording that runs write their entries', () => {
  expectAllDone(done, 'recording-pauses.test.ts');
});
