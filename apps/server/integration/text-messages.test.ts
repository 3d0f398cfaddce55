import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { AgentRequests } from '../testing/agent-requests.ts';
import { ModelServer } from '../testing/ai-sdk/model-server.ts';
import { sendWebhook } from '../testing/signed-webhook.ts';
import { webhookPaths } from '../testing/twilio-account.ts';
import { openVoiceDesk, type VoiceDesk } from '../testing/voice-desk.ts';

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
      LLM_MODEL: 'emulated',
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

/** What the page of the latest call with a number shows of its text message, once something was reported. */
async function deliveryTo(number: string, delivery: string): Promise<void> {
  const id = (await voice.client.calls()).find(({ to }) => to === number)?._id ?? '';
  const shown = async () =>
    (await voice.client.call(id)).toolCalls?.map((tool) => `${tool.name} ${tool.state} ${tool.delivery}`);
  await expect.poll(shown).toEqual([`send_text done ${delivery}`]);
}

test('TX6: what became of a text message is shown with its call', async () => {
  expect(await textTo('+15005556303')).toContain('was sent');
  await deliveryTo('+15005556303', 'delivered');
  expect(await states('+15005556303')).toEqual(['sent']);
  // Accepted, and then the carrier finds out that nobody is there, or that it is a landline.
  expect(await textTo('+15005550192')).toContain('was sent');
  await deliveryTo('+15005550192', 'undelivered');
  expect(await textTo('+15005550191')).toContain('was sent');
  await deliveryTo('+15005550191', 'undelivered');
  expect(await textTo('+15005550191')).toContain('gets no text messages');
  expect(await states('+15005550191')).toHaveLength(1);
});

test('TX6: reports in any order go forward, and those of another account or call change nothing', async () => {
  const number = '+15005556304';
  const closing = new AbortController();
  const { seen } = await voice.client.events(closing.signal);
  expect(await textTo(number)).toContain('was sent');
  await deliveryTo(number, 'delivered');
  await expect.poll(() => seen.filter(({ type }) => type === 'tool-call.changed').length).toBeGreaterThan(2);
  closing.abort();
  const { rows } = await database.asSystem((tx) =>
    tx.execute<{ id: string; call: string; sid: string }>(
      sql`select id, call_id as call, carrier_sid as sid from text_messages where to_number = ${number}`,
    ),
  );
  const [text] = rows;
  if (!text) throw new Error('No text message was stored.');
  const reports = async (changes: object[], from: string | null) => {
    await database.asSystem((tx) =>
      tx.execute(sql`update text_messages set delivery = ${from}, state = 'unknown' where id = ${text.id}`),
    );
    for (const change of changes) {
      const { call, id, token, status, sid } = {
        ...{ call: text.call, id: text.id, sid: text.sid, token: voice.lab.authToken, ...change },
      } as { call: string; id: string; sid: string; token: string; status: string };
      await sendWebhook(
        `${voice.url}${webhookPaths.textReport}?call=${call}&text=${id}`,
        { MessageSid: sid, MessageStatus: status, ErrorCode: status === 'sent' ? '' : '30003' },
        { authToken: token },
      );
    }
    const found = await database.asSystem((tx) =>
      tx.execute(sql`select delivery, state from text_messages where id = ${text.id}`),
    );
    return found.rows[0];
  };
  const [sent, delivered, undelivered] = ['sent', 'delivered', 'undelivered'].map((status) => ({ status }));
  const many = [undelivered, sent, delivered, sent] as object[];
  expect(await reports(many, null)).toEqual({ delivery: 'undelivered', state: 'sent' });
  expect(await reports([sent as object], null)).toEqual({ delivery: 'sent', state: 'sent' });
  expect(await reports([delivered as object], 'sent')).toEqual({ delivery: 'delivered', state: 'sent' });
  const wrong = [
    { ...delivered, token: 'another-token' },
    { ...delivered, call: crypto.randomUUID() },
    { ...delivered, id: crypto.randomUUID() },
    { ...delivered, id: "1' or true" },
    { ...delivered, sid: `SM${'0'.repeat(32)}` },
    { status: 'queued' },
    { status: 'x'.repeat(2_000) },
  ];
  expect(await reports(wrong, null)).toEqual({ delivery: null, state: 'unknown' });
});

test('TX4: a number of ours that cannot send says so', async () => {
  voice.lab.setNumber('+15005550006', { sms: false });
  expect(await textTo('+15005556302')).toContain('cannot send text messages');
  voice.lab.setNumber('+15005550006', { sms: true });
});
