import { announcementsFor } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { AgentRequests } from '../testing/agent-requests.ts';
import { type Answer, type ModelRequest, ModelServer } from '../testing/ai-sdk/model-server.ts';
import { openVoiceDesk, transcriptOf, type VoiceDesk } from '../testing/voice-desk.ts';

let voice: VoiceDesk;
let model: ModelServer;
let agents: AgentRequests;

/** What the model says in its first turn of a call; then it hangs up without a word. */
let firstTurn: Answer = [];
let turn = 0;
/** Answers of agents whose prompt contains this name, instead. */
const answers = new Map<string, (request: ModelRequest) => Answer | Promise<Answer>>();

beforeAll(async () => {
  model = await ModelServer.start((request: ModelRequest) => {
    const { stream } = request;
    if (stream !== true) return [{ say: 'Resumen.' }];
    for (const [name, answer] of answers) if (promptOf(request).includes(name)) return answer(request);
    turn += 1;
    return turn === 1 ? firstTurn : [{ call: 'end_call', input: { reason: 'finished' } }];
  });
  voice = await openVoiceDesk(
    { numbers: ['+15005550006', '+15005550007', '+15005550008'] },
    {
      LLM_PROVIDER: 'openai-compatible',
      LLM_BASE_URL: model.url,
      LLM_MODEL: 'emulated',
      OPENAI_API_KEY: 'test-key',
    },
  );
  agents = new AgentRequests(voice.client);
});
afterAll(async () => {
  await voice.stop();
  await model.stop();
});

const promptOf = ({ messages }: ModelRequest) => String(messages[0]?.content);
const sidOf = (number: string) => voice.lab.calls().find(({ to }) => to === number)?.sid ?? '';
const heard = (sid: string) =>
  voice.lab.ledger(sid).flatMap((entry) => (entry.kind === 'said' && entry.by === 'app' ? [entry.text] : []));
/** Whoever is called there has answered, and is connected. */
const talksTo = (number: string) =>
  voice.lab.calls().some(({ to, status }) => to === number && status === 'in-progress');
const problems = (sid: string) =>
  voice.lab.ledger(sid).flatMap((entry) => (entry.kind === 'problem' ? [entry.code] : []));

test('SP1, SP5, SP10, SP13: an agent speaks its language, with its voice and pronunciations', async () => {
  const { id } = await agents.create('Clínica Sol');
  await agents.save(id, (config) => {
    config.speech.language = 'es-ES';
    config.speech.voice = { provider: 'amazon', name: 'Lucia-Neural' };
    config.speech.otherLanguages = [{ language: 'fr-FR', voice: null }];
    config.speech.pronunciations = [{ word: 'Nguyen', say: 'Nuyen' }];
    config.speech.hints = ['Nguyen'];
    config.opening = { firstSpeaker: 'agent', outbound: 'Hola, le llama <Agent>.', inbound: '' };
    config.conversation.phrases = { goodbye: 'Gracias de parte de <Agent>. Adiós.' };
    config.engine.temperature = 0.2;
  });
  expect(await agents.publish(id)).toMatchObject({ status: 200 });
  [turn, firstTurn] = [0, [{ say: 'La doctora Ng' }, { say: 'uyen le espera el lunes.' }]];
  const before = model.requests.length;
  const number = '+15005552101';
  const call = await voice.client.waitUntilEnded(await voice.client.placeAccepted(number, { agentId: id }));
  const opening = 'Hola, le llama Clínica Sol. Soy un asistente de inteligencia artificial.';
  // The call may be over before its last words are stored.
  const told = async () => transcriptOf(await voice.client.call(call._id));
  const byAgent = async () => (await told()).filter((entry) => entry.startsWith('agent: '));
  await expect
    .poll(byAgent)
    .toEqual([
      `agent: ${opening}`,
      'agent: La doctora Nguyen le espera el lunes.',
      'agent: Gracias de parte de Clínica Sol. Adiós.',
    ]);
  expect(heard(sidOf(number))).toEqual([
    opening,
    'La doctora Nuyen le espera el lunes.',
    'Gracias de parte de Clínica Sol. Adiós.',
  ]);
  expect(problems(sidOf(number))).toEqual([]);
  const [asked, again] = model.requests.slice(before);
  expect(asked).toMatchObject({ temperature: 0.2 });
  expect(asked?.messages[0]?.content).toContain('Speak European Spanish');
  expect(JSON.stringify(again?.messages)).toContain('La doctora Nguyen le espera');
});

test('SP15: the line changes to a further language of the agent', async () => {
  const id = await agents.published('Deux langues');
  await agents.save(id, (config) => {
    config.speech.otherLanguages = [{ language: 'fr-FR', voice: null }];
  });
  expect(await agents.publish(id)).toMatchObject({ status: 200 });
  [turn, firstTurn] = [
    0,
    [{ call: 'speak_language', input: { language: 'fr-FR' } }, { say: 'Bien sûr, je parle français.' }],
  ];
  const number = '+15005552102';
  await voice.client.waitUntilEnded(await voice.client.placeAccepted(number, { agentId: id }));
  const changes = voice.lab
    .ledger(sidOf(number))
    .flatMap((entry) => (entry.kind === 'relay' && entry.direction === 'from-app' ? [entry.message] : []))
    .filter((message) => (message as { type?: string }).type === 'language');
  expect(changes).toMatchObject([{ ttsLanguage: 'fr-FR', transcriptionLanguage: 'fr-FR' }]);
  expect(heard(sidOf(number)).slice(1)).toEqual([
    'Bien sûr, je parle français.',
    'Merci beaucoup. Au revoir.',
  ]);
});

test('SP13: forbids a version from before the rule to hide that an AI speaks by a pronunciation', async () => {
  const id = await agents.published('Cedar Clinic', 'Hello, this is the AI assistant of Cedar Clinic.');
  const owner = new pg.Client(voice.database.owner);
  await owner.connect();
  const list = [
    { word: 'the AI assistant', say: 'Ann' },
    { word: 'Cedar', say: 'Seeder' },
  ];
  await owner.query(
    "update agent_versions set config = jsonb_set(config, '{speech,pronunciations}', $1) where agent_id = $2",
    [JSON.stringify(list), id],
  );
  await owner.end();
  [turn, firstTurn] = [0, []];
  const number = '+15005552105';
  await voice.client.waitUntilEnded(await voice.client.placeAccepted(number, { agentId: id }));
  expect(heard(sidOf(number))[0]).toBe('Hello, this is the AI assistant of Seeder Clinic.');
});

const dialled = (number: string) => voice.lab.calls().some(({ to }) => to === number);

test('SP6: who asks in the language that the line has changed to is told in it, also after a filler', async () => {
  const id = await agents.published('Trois langues');
  await agents.save(id, (config) => {
    config.speech.otherLanguages = [{ language: 'fr-FR', voice: null }];
  });
  expect(await agents.publish(id)).toMatchObject({ status: 200 });
  const number = '+15005552103';
  voice.lab.callees.define(number, {
    script: [
      { wait: 'agent' },
      { say: 'Parlez-vous français ?' },
      { wait: 'agent' },
      { say: 'Vous êtes un robot ?' },
      { silence: 900_000 },
    ],
    patienceMs: 'endless',
  });
  voice.lab.callees.setNumber(number, number);
  const sent = () => JSON.stringify(voice.lab.ledger(sidOf(number)).filter(({ kind }) => kind === 'relay'));
  answers.set('Trois langues', async ({ messages }) => {
    const spoken = JSON.stringify(messages.slice(1));
    if (!spoken.includes('robot'))
      return [{ call: 'speak_language', input: { language: 'fr-FR' } }, { say: 'Oui, bien sûr.' }];
    if (!spoken.includes('Je suis Ava')) {
      await expect.poll(sent, { interval: 20 }).toContain('Un instant');
      return [{ say: 'Je suis Ava.' }];
    }
    return [{ call: 'end_call', input: { reason: 'finished' } }];
  });
  const call = await voice.client.placeAccepted(number, { agentId: id });
  const told = 'Je suis Ava. Je suis une intelligence artificielle, pas une personne.';
  await expect.poll(() => heard(sidOf(number)).join(' '), { interval: 20 }).toContain(told);
  voice.lab.hangUp(sidOf(number));
  await voice.client.waitUntilEnded(call);
});

const allDay = [{ from: '00:00', to: '00:00' }];
const everyDay = (hours: typeof allDay) => ({
  ...{ monday: hours, tuesday: hours, wednesday: hours, thursday: hours },
  ...{ friday: hours, saturday: hours, sunday: hours },
});

test('VS44: a call is connected with whom the model names, and not with somebody out of hours', async () => {
  const id = await agents.published('Connections');
  await agents.save(id, (config) => {
    config.conversation.transfers = [
      { name: 'Night desk', number: '+15005550141', when: 'At night.', hours: everyDay([]) },
      { name: 'Day desk', number: '+15005550142', when: 'By day.', hours: everyDay(allDay) },
      { name: 'Boss', number: '+15005550143', when: 'Never.', hours: 'always' },
    ];
  });
  expect(await agents.publish(id)).toMatchObject({ status: 200 });
  const transfer = (to: string) => ({ call: 'transfer_call', input: { to, reason: 'asked for it' } });
  answers.set('Connections', ({ messages }) =>
    JSON.stringify(messages).includes('cannot be reached at this hour')
      ? [{ say: 'I am connecting you with the day desk.' }, transfer('Day desk')]
      : [transfer('Night desk')],
  );
  const number = '+15005552104';
  const before = model.requests.length;
  const placed = await voice.client.placeAccepted(number, { agentId: id });
  await expect.poll(() => talksTo('+15005550142')).toBe(true);
  voice.lab.hangUp(sidOf(number));
  const call = await voice.client.waitUntilEnded(placed, { because: 'transferred' });
  expect(call).toMatchObject({ status: 'completed', reason: 'transferred' });
  expect(['+15005550141', '+15005550142', '+15005550143'].map(dialled)).toEqual([false, true, false]);
  const asked = model.requests.slice(before).find(({ stream }) => stream);
  expect(JSON.stringify(asked?.tools)).toContain('"enum":["Night desk","Day desk","Boss"]');
  expect(promptOf(asked as ModelRequest)).toContain('"Night desk" is not there at this hour.');
  expect(transcriptOf(call)).toContain('agent: I am connecting you with the day desk.');
});

describe('AG1: a call that is up ends as it began while its agent', () => {
  const change = {
    'is published again': async (id: string) => {
      await agents.save(id, (config) => {
        config.identity.persona = 'You are the second version.';
        config.conversation.phrases = { transferring: 'Version two connects you.' };
        config.conversation.transfers = [
          { name: 'Second desk', number: '+15005550152', when: '', hours: 'always' },
        ];
      });
      expect(await agents.publish(id)).toMatchObject({ status: 200 });
    },
    'is archived': async (id: string) => {
      expect(await voice.client.request('POST', `/api/agents/${id}/archive`)).toMatchObject({ status: 200 });
    },
    'loses its number': async () => {
      expect(await agents.release('+15005550007')).toMatchObject({ status: 200 });
    },
  };

  test.each(Object.entries(change))('%s', async (what, apply) => {
    const name = `Desk that ${what}`;
    const id = await agents.published(name, 'Hello, this is the AI assistant of version one.');
    await agents.save(id, (config) => {
      config.identity.persona = 'You are the first version.';
      config.conversation.phrases = { transferring: 'Version one connects you.' };
      config.conversation.transfers = [
        { name: 'First desk', number: '+15005550151', when: 'Always.', hours: 'always' },
      ];
    });
    expect(await agents.publish(id)).toMatchObject({ status: 200 });
    const { version } = (await agents.agent(id)).published ?? {};
    await agents.release('+15005550007');
    expect(await agents.take('+15005550007', id)).toMatchObject({ status: 200 });
    const isChanged = Promise.withResolvers<void>();
    const isAsked = Promise.withResolvers<void>();
    const asked: ModelRequest[] = [];
    answers.set(name, async (request) => {
      asked.push(request);
      isAsked.resolve();
      await isChanged.promise;
      return JSON.stringify(request.messages).includes('Whom do you need?')
        ? [{ call: 'transfer_call', input: { to: 'First desk', reason: 'asked for it' } }]
        : [{ say: 'Whom do you need?' }];
    });
    voice.lab.callees.define('calls in', {
      script: [
        { wait: 'agent' },
        { say: 'A person, please.' },
        { wait: { phrase: 'Whom do you need' } },
        { say: 'The first desk.' },
        { silence: 900_000 },
      ],
      patienceMs: 'endless',
    });
    const connected = () => voice.lab.calls().filter(({ to }) => to === '+15005550151').length;
    const before = connected();
    const { sid } = voice.lab.dialIn({ from: '+15005550078', to: '+15005550007', callee: 'calls in' });
    await isAsked.promise;
    await apply(id);
    // The first answer is given after the change, and so is everything that follows it.
    isChanged.resolve();
    await expect.poll(connected).toBe(before + 1);
    await expect.poll(() => talksTo('+15005550151')).toBe(true);
    voice.lab.hangUp(sid);
    const row = (await voice.client.calls()).find(({ agentId }) => agentId === id);
    const call = await voice.client.waitUntilEnded(row?._id ?? '', { because: 'transferred' });
    expect(call).toMatchObject({ status: 'completed', reason: 'transferred', agentVersion: version });
    expect(heard(sid).join(' ')).toMatch(/of version one.*Version one connects you\./s);
    expect(heard(sid).join(' ')).not.toContain('Version two');
    expect(asked.length).toBeGreaterThan(1);
    for (const request of asked) expect(promptOf(request)).toContain('You are the first version.');
  });
});

test('SP1, AG25: an announcement of a try is in the language of its draft', async () => {
  const { id } = await agents.create('Praxis Birke');
  await agents.save(id, (config) => {
    config.speech.language = 'de-DE';
  });
  const number = '+15005550199';
  voice.lab.callees.define('listens', { script: [{ silence: 900_000 }], patienceMs: 'endless' });
  voice.lab.callees.setNumber(number, 'listens');
  voice.lab.faults.set({ cutWebsocket: { to: number, ms: 200 } });
  onTestFinished(() => voice.lab.faults.clear());
  const tried = { channel: 'handset', direction: 'outbound', instructions: 'Say hello.' };
  expect(await voice.client.request('POST', `/api/agents/${id}/tries`, tried)).toMatchObject({ status: 200 });
  await expect.poll(() => sidOf(number)).not.toBe('');
  await voice.lab.ended(sidOf(number));
  expect(heard(sidOf(number)).at(-1)).toBe(announcementsFor('de-DE').cutOff);
});

test('SP1: a number without an agent is answered in the language of the organization', async () => {
  const { body } = await voice.client.request('GET', '/api/organization');
  const { settings, revision } = body.organization ?? body;
  const saved = await voice.client.request('PUT', '/api/organization', {
    revision,
    settings: { ...settings, language: 'de-DE' },
  });
  expect(saved.status).toBe(200);
  await agents.release('+15005550008');
  const { sid } = voice.lab.dialIn({ from: '+15005550077', to: '+15005550008', callee: 'silent' });
  await voice.lab.ended(sid);
  expect(heard(sid).join(' ')).toContain('Vielen Dank für Ihren Anruf.');
});
