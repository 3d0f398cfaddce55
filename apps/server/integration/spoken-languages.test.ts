import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentRequests } from '../testing/agent-requests.ts';
import { type Answer, type ModelRequest, ModelServer } from '../testing/ai-sdk/model-server.ts';
import { openVoiceDesk, transcriptOf, type VoiceDesk } from '../testing/voice-desk.ts';

let voice: VoiceDesk;
let model: ModelServer;
let agents: AgentRequests;

/** What the model says in its first turn of a call; then it hangs up without a word. */
let firstTurn: Answer = [];
let turn = 0;

beforeAll(async () => {
  model = await ModelServer.start(({ stream }: ModelRequest) => {
    if (stream !== true) return [{ say: 'Resumen.' }];
    turn += 1;
    return turn === 1 ? firstTurn : [{ call: 'end_call', input: { reason: 'finished' } }];
  });
  voice = await openVoiceDesk(
    { numbers: ['+15005550006', '+15005550007', '+15005550008'] },
    {
      LLM_PROVIDER: 'openai-compatible',
      LLM_BASE_URL: model.url,
      LLM_MODEL: 'stand-in',
      OPENAI_API_KEY: 'test-key',
    },
  );
  agents = new AgentRequests(voice.client);
});
afterAll(async () => {
  await voice.stop();
  await model.stop();
});

const sidOf = (number: string) => voice.lab.calls().find(({ to }) => to === number)?.sid ?? '';
const heard = (sid: string) =>
  voice.lab.ledger(sid).flatMap((entry) => (entry.kind === 'said' && entry.by === 'app' ? [entry.text] : []));
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
  const transcript = transcriptOf(call).filter((entry) => entry.startsWith('agent: '));
  expect(transcript).toEqual([
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
