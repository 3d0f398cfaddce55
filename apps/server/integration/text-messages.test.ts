import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { AgentRequests } from '../testing/agent-requests.ts';
import { ModelServer } from '../testing/ai-sdk/model-server.ts';
import { openVoiceDesk, type VoiceDesk } from '../testing/voice-desk.ts';

vi.setConfig({ testTimeout: 120_000 });

let voice: VoiceDesk;
let model: ModelServer;
let database: Database;
let agentId: string;

const goodbye = [
  { say: 'Thank you. Goodbye.' },
  { call: 'end_call', input: { reason: 'finished' } },
] as const;

beforeAll(async () => {
  // Sends the address when it is spoken to, says what came of it, and hangs up.
  model = await ModelServer.start(({ stream, messages }) => {
    if (!stream) return [{ say: 'They got the address.' }];
    return messages.at(-1)?.role === 'tool' ? goodbye : [{ call: 'send_text', input: { text: 'Address' } }];
  });
  voice = await openVoiceDesk(
    {},
    {
      LLM_PROVIDER: 'openai-compatible',
      LLM_BASE_URL: model.url,
      LLM_MODEL: 'stand-in',
      OPENAI_API_KEY: 'test-key',
    },
  );
  database = await voice.database.open();
  const agents = new AgentRequests(voice.client);
  agentId = await agents.published('Texting desk');
  await agents.save(agentId, (config) => {
    config.tools = { use: [], texts: [{ name: 'Address', text: '<Agent>: 12 Elm Street.' }] };
  });
  expect(await agents.publish(agentId)).toMatchObject({ status: 200 });
});
afterAll(async () => {
  await voice.stop();
  await model.stop();
});

/** Calls somebody who says hello; what the model was told of its text message. */
async function textTo(number: string): Promise<string> {
  voice.lab.callees.define(number, {
    script: [{ wait: 'agent' }, { say: 'Where are you?' }, { silence: 600_000 }],
    patienceMs: 'endless',
  });
  voice.lab.callees.setNumber(number, number);
  const before = model.requests.length;
  const id = await voice.client.placeAccepted(number, { agentId });
  await voice.client.waitUntilEnded(id);
  const told = model.requests
    .slice(before)
    .flatMap(({ messages }) => messages.filter(({ role }) => role === 'tool'))
    .at(-1);
  return String(told?.content);
}

/** Without what the carrier itself answers to STOP and START. */
const sentTo = (number: string) =>
  voice.lab
    .texts()
    .flatMap(({ to, body, from, direction }) =>
      to === number && direction === 'outbound-api' ? [`${from}: ${body}`] : [],
    );

async function states(number: string): Promise<string[]> {
  const { rows } = await database.asSystem((tx) =>
    tx.execute<{ state: string }>(
      sql`select state || coalesce(' ' || error, '') as state from text_messages
        where to_number = ${number} order by created_at`,
    ),
  );
  return rows.map(({ state }) => state);
}

test('TX1 TX2: the other party gets the text of the agent, once, and STOP is honoured until START', async () => {
  const number = '+15005556301';
  expect(await textTo(number)).toContain('was sent');
  const message = '+15005550006: Texting desk: 12 Elm Street.';
  expect(sentTo(number)).toEqual([message]);
  expect(await states(number)).toEqual(['sent']);

  voice.lab.sendText({ from: number, to: '+15005550006', body: 'Stop' });
  const stopped = async () =>
    (await database.asSystem((tx) => tx.execute(sql`select from text_stops where number = ${number}`))).rows
      .length;
  await expect.poll(stopped).toBe(1);
  expect(await textTo(number)).toContain('STOP');
  expect(sentTo(number)).toEqual([message]);

  voice.lab.sendText({ from: number, to: '+15005550006', body: 'START' });
  await expect.poll(stopped).toBe(0);
  expect(await textTo(number)).toContain('was sent');
  expect(sentTo(number)).toEqual([message, message]);
});

test('TX4: a landline is refused in words, and known afterwards', async () => {
  const landline = '+15005550190';
  expect(await textTo(landline)).toContain('gets no text messages');
  expect(await states(landline)).toEqual(['failed cannot_receive_texts']);
  expect(await textTo(landline)).toContain('gets no text messages');
  expect(await states(landline)).toHaveLength(1);
});

test('TX4: a number of ours that cannot send says so', async () => {
  voice.lab.setNumber('+15005550006', { sms: false });
  expect(await textTo('+15005556302')).toContain('cannot send text messages');
  voice.lab.setNumber('+15005550006', { sms: true });
});
