import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { examples, exampleToolConfig } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createNumberStore } from '../src/adapters/postgres/agents/number-store.ts';
import { createKnowledgeQuestions } from '../src/adapters/postgres/knowledge-questions.ts';
import { type Answer, type ModelRequest, ModelServer } from '../testing/ai-sdk/model-server.ts';
import { auditedChanges, type ChangeRoute } from '../testing/audited-changes.ts';
import { changeRequests, expectAllDone } from '../testing/audited-requests.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { RealtimeService } from '../testing/realtime/realtime-service.ts';
import { openVoiceDesk, type VoiceDesk } from '../testing/voice-desk.ts';

vi.setConfig({ testTimeout: 300_000 });

const tenantId = 'gs-dental';
const number = '+12025550123';
let desk: VoiceDesk;
let owner: pg.Client;
const done = new Set<ChangeRoute>();
let change: ReturnType<typeof changeRequests>;

beforeAll(async () => {
  desk = await openVoiceDesk({}, { TOOL_HOSTS: '127.0.0.1' });
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
  const send = (method: string, path: string, body?: object) =>
    desk.client.request(method, path, body, { 'idempotency-key': crypto.randomUUID() });
  change = changeRequests({ owner, send, done });
});
afterAll(async () => {
  await owner.end();
  await desk.stop();
});

test('AU1: settings, templates, contacts and the do-not-call list', async () => {
  const { organization } = (await desk.client.request('GET', '/api/organization')).body;
  await change(
    'updateOrganization',
    {},
    {
      ...{ revision: organization.revision, settings: { ...organization.settings, name: 'Another name' } },
    },
  );
  await change('saveRetention');
  await change('previewRetention');
  await change('previewCall', { agentId: 'gs-dental' });
  await change('saveSpendingLimits');
  await change('saveRecordingSettings');
  await change('lookAt');
  await change('revokeApiKey', (await change('createApiKey')).key);
  // A port at which nobody answers.
  const settings = { name: 'Diary', address: 'http://127.0.0.1:9/', events: ['call.ended'] };
  const webhook = (await change('createWebhook', {}, settings)).endpoint;
  await change('changeWebhook', webhook, { ...settings, enabled: true, revision: 1 });
  await change('rotateWebhook', webhook, { revision: 2 });
  const { delivery } = await change('testWebhook', webhook);
  await change('repeatDelivery', { ...webhook, deliveryId: delivery.id });
  await change('repeatDeliveries', webhook);
  await change('deleteWebhook', webhook);
  const template = { id: (await change('createTemplate')).template._id };
  await change('updateTemplate', template);
  await change('deleteTemplate', template);
  const { export: exported } = await change('createExport');
  await change('cancelExport', exported);
  const { contact } = await change('createContact');
  const saved = { ...(examples.changeContact.body as object), notes: 'Pays in cash.' };
  await change('changeContact', contact, { ...saved, revision: contact.revision });
  await change('deleteContact', contact);
  const { import: started } = await change('createContactImport');
  await change('putContactImportPart', { ...started, part: 0 });
  await change('startContactImport', started);
  const state = async () =>
    (await desk.client.request('GET', `/api/contacts/imports/${started.id}`)).body.import.state;
  await expect.poll(state, { interval: 50 }).toBe('done');
  await change('undoContactImport', started);
  const { template: forCampaign } = (
    await desk.client.request('POST', '/api/templates/templates', examples.createTemplate.body as object)
  ).body;
  const { campaign } = await change(
    'createCampaign',
    {},
    { ...(examples.createCampaign.body as object), templateId: forCampaign._id },
  );
  await change('changeCampaign', campaign);
  await change('setCampaignFile', campaign);
  await change('addCampaignRows', campaign);
  await change('mendRecipient', { ...campaign, row: 2 });
  await change('testCampaign', campaign, { phoneNumber: '+15005550124', row: 2 });
  const { revision } = (await desk.client.request('GET', `/api/campaigns/${campaign.id}`)).body.campaign;
  // Nobody is called before it is stopped.
  await change('startCampaign', campaign, { revision, at: '2099-01-01T00:00:00.000Z', ground: true });
  await change('holdRecipient', { ...campaign, row: 2 });
  await change('releaseRecipient', { ...campaign, row: 2 });
  await change('skipRecipient', { ...campaign, row: 2 });
  await change('pauseCampaign', campaign);
  await change('resumeCampaign', campaign);
  await change('stopCampaign', campaign);
  await change('createResultsFile', campaign);
  await change('deleteCampaign', campaign);
  const { entry } = await change('addDoNotCall');
  await owner.query('update do_not_call set unconfirmed = true where id = $1', [entry.id]);
  await change('confirmDoNotCall', entry);
  await change('removeDoNotCall', entry);
  await change('importDoNotCall');
  await change('declareGrounds', {}, { ...(examples.declareGrounds.body as object), revision: 0 });
  await change('importRegistry');
  await change('removeRegistry');
});

test('AU1: a row that is called before the others, and a campaign of those who were not reached', async () => {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await desk.client.request(method, path, body);
    expect([path, answer.status, answer.body]).toEqual([path, 200, expect.anything()]);
    return answer.body;
  };
  const body = (name: keyof typeof examples) => examples[name].body as object;
  const { template } = await ask('POST', '/api/templates/templates', body('createTemplate'));
  const made = { ...body('createCampaign'), templateId: template._id };
  const { id, policy } = (await ask('POST', '/api/campaigns', made)).campaign;
  const path = `/api/campaigns/${id}`;
  const always = [{ from: '00:00', to: '00:00' }];
  const days = Object.keys(policy.hours).map((day) => [day, always]);
  // One a minute: the others wait, whatever the time of day.
  const pace = { hours: Object.fromEntries(days), atOnce: 3, perMinute: 1 };
  await ask('PUT', path, { revision: 1, name: 'Recall', policy: { ...policy, ...pace } });
  const { campaign } = await ask('PUT', `${path}/file`, {
    ...{ ...body('setCampaignFile'), header: ['Name', 'Phone', 'Day'] },
  });
  const rows = [2, 3, 4].map((row) => ({
    row,
    cells: ['Ada', `+1202555014${row}`, 'Monday'],
    problem: null,
  }));
  for (const { cells } of rows) desk.lab.callees.setNumber(cells[1] ?? '', 'handset');
  await ask('POST', `${path}/rows`, { file: campaign.file.file, rows });
  const { revision } = (await ask('GET', path)).campaign;
  await ask('POST', `${path}/start`, { revision, at: null, ground: true });
  const [polling, people] = [{ timeout: 240_000, interval: 50 }, `${path}/recipients?limit=10`];
  await expect.poll(async () => (await ask('GET', people)).recipients[0].attempts, polling).toBe(1);
  await change('callRecipient', { id, row: 3 });
  await ask('POST', `${path}/stop`, { now: true });
  await expect.poll(async () => (await ask('GET', path)).campaign.state, polling).toBe('stopped');
  await change('repeatCampaign', { id });
});

test('AU1: agents, their numbers, tries and tools', async () => {
  const { agent } = await change('createAgent');
  const agentId = agent.id;
  const draft = async () => (await desk.client.request('GET', `/api/agents/${agentId}`)).body.agent.draft;
  const { config, revision } = await draft();
  await change(
    'saveAgentDraft',
    { agentId },
    {
      ...{ revision, config: { ...config, identity: { ...config.identity, persona: 'Calm and exact.' } } },
    },
  );
  await change('publishAgent', { agentId }, { revision: (await draft()).revision, note: '' });
  await change('restoreAgentVersion', { agentId, version: 1 }, { revision: (await draft()).revision });
  const { try: tried } = await change('startTry', { agentId });
  await change('sendToTry', tried);
  await change('endTry', tried);
  const database = await desk.database.open();
  const own = '+15005550007';
  const to = { accounts: [{ name: 'lab', account: desk.lab.accountSid }], agentId: 'kuzco', take: true };
  await createNumberStore(database).give(tenantId, own, to, { userId: 'system', displayName: null });
  await change('takeNumber', { number: own }, { agentId, takenFrom: 'kuzco' });
  await change('labelNumber', { number: own });
  await change('releaseNumber', { number: own });
  await change('archiveAgent', { agentId });
  await change('unarchiveAgent', { agentId });
  const { agent: unused } = await change(
    'createAgent',
    {},
    {
      ...{ displayName: 'Never used', from: { kind: 'starter', starter: 'survey' } },
    },
  );
  await change('deleteAgent', { agentId: unused.id });
  await change('putToolSecret', { name: 'calendar-key' });
  const { tool } = await change('createTool');
  await change('saveTool', tool, {
    ...{ revision: tool.revision, config: { ...exampleToolConfig, purpose: 'Finds free times.' } },
  });
  await change('deleteTool', tool, undefined, `?revision=${tool.revision + 1}`);
  await change('deleteToolSecret', { name: 'calendar-key' });
});

test('AU1: calls, outcomes, follow-ups and everything about a person', async () => {
  const waiting = '+12025550124';
  desk.lab.callees.setNumber(waiting, 'handset');
  const rung = await change(
    'placeCall',
    { agentId: 'gs-dental' },
    { phoneNumber: waiting, message: 'Ring.' },
  );
  await change('endCall', { id: rung.callId });
  const created = await change(
    'createCall',
    {},
    { agentId: 'gs-dental', phoneNumber: waiting, message: 'Ring.', externalId: 'appointment-4711' },
  );
  await change('endCall', { id: created.callId });
  desk.lab.callees.setNumber(number, 'confirms');
  const { callId: id } = await change(
    'placeCall',
    { agentId: 'gs-dental' },
    {
      phoneNumber: number,
      message: 'Remind them of their appointment on Tuesday at ten and ask whether they will come.',
    },
  );
  await desk.client.waitUntilEnded(id);
  const read = async () => (await desk.client.call(id)).outcomes?.outcome?.run;
  await expect.poll(read, { interval: 50 }).toBe(0);
  await change('correctOutcome', { id, field: 'result' }, { revision: 0, value: 'not' });
  await change('withdrawCorrection', { id, field: 'result' }, undefined, '?revision=1');
  await change('runOutcome', { id });
  const questions = createKnowledgeQuestions(await desk.database.open());
  const asked = { question: 'Where may I park?', entries: [], at: new Date() };
  await questions.add({ tenantId, callId: id }, asked);
  const [question] = await questions.unanswered(tenantId, 'gs-dental', 1);
  await change('dismissUnansweredQuestion', { agentId: 'gs-dental', id: question?.id ?? '' });
  const { followUp } = await change('createFollowUp', {}, { number, what: 'Send the form.' });
  await change('changeFollowUp', followUp, { revision: followUp.revision, change: { kind: 'done' } });
  await change('deleteCall', { id });
  await change('restoreCall', { id });
  await change('findPerson');
  await change('exportPerson');
  await change('erasePerson');
});

test('AU1: connections, and the side of calls', async () => {
  const login = { user: 'desk', password: 'a password' };
  const mailServer = await startMailServer({ login });
  const model = await ModelServer.start(answerCheck, 'a-key');
  const speech = await RealtimeService.start();
  onTestFinished(async () => {
    await Promise.all([mailServer.close(), model.stop(), speech.stop()]);
  });
  const { calling } = (await desk.client.request('GET', '/api/calling')).body;
  await change('backToSandbox', {}, { revision: calling.revision });

  const host = { host: '127.0.0.1', port: mailServer.port, security: 'plain', from: 'desk@example.com' };
  const { mail } = (await change('connectMail', {}, { ...host, ...login, replaces: null })).connections;
  const replaced = await change('replaceSecret', mail, { revision: 1, secret: login.password });
  await change('disconnect', mail, { revision: replaced.connections.mail.revision });
  const { storage } = (await change('connectStorage', {}, { place: 'folder', replaces: null })).connections;
  await change('useDefault', storage, { revision: 1 });
  await change('setAddress', {}, { url: desk.client.url, replaces: null });
  const entered = { provider: 'openai-compatible', baseUrl: model.url, key: 'a-key', model: 'small' };
  const { model: connected } = (await change('connectModel', {}, { ...entered, replaces: null })).connections;
  await change('changeModel', connected, { revision: 1, model: 'large' });
  const { url, key } = speech;
  await change('connectSpeech', {}, { url, key, model: 'gpt-realtime-2.1', replaces: null });
});

/** As a model that can do what is asked of it. */
function answerCheck({ stream, tools }: ModelRequest): Answer {
  if (!stream) return [{ say: '**They will come.**' }];
  return tools?.some((tool) => tool.function.name === 'hang_up')
    ? [{ call: 'hang_up', input: { reason: 'goodbye' } }]
    : [{ say: 'Yes.' }];
}

test('AU1: every route that changes something in the sandbox writes its entry', () => {
  expectAllDone(done, 'sandbox');
});

test('AU1: every file that the table names looks whether it has used its routes', () => {
  const files = new Set(
    Object.values(auditedChanges).flatMap((audited) =>
      'action' in audited && audited.where?.endsWith('.test.ts') ? [audited.where] : [],
    ),
  );
  for (const file of files) {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    expect({ file, looks: text.includes(`expectAllDone(done, '${file}')`) }).toEqual({ file, looks: true });
  }
});
