import type { CallReason, OutcomeFieldType } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { englishPhrases } from '../src/voice/session/settings.ts';
import { builtInTools, ToolRegistry } from '../src/voice/tools/tool-registry.ts';
import { AgentRequests } from '../testing/agent-requests.ts';
import { type Answer, type ModelRequest, ModelServer, noOutcome } from '../testing/ai-sdk/model-server.ts';
import { setTransferTarget } from '../testing/transfer-target.ts';
import { lookUpTool } from '../testing/voice/test-tools.ts';
import { openVoiceDesk, transcriptOf, type VoiceDesk, waitForSummary } from '../testing/voice-desk.ts';

let voice: VoiceDesk;
let model: ModelServer;
/** What the model answers in a conversation, and to a request for a summary. */
let turns: ((turn: number) => Answer) | null = null;
let summary: () => Answer = () => [{ say: '**They will come.**' }];
let turn = 0;

/** A tool that looks something up in a system outside. */
const keys: string[] = [];
const tools = new ToolRegistry([
  ...builtInTools,
  lookUpTool(async ({ idempotencyKey }) => {
    keys.push(idempotencyKey);
    return { status: 'done', detail: 'Free on Tuesday: half past ten.' };
  }),
]);

const isTurn = ({ stream }: ModelRequest) => stream === true;

beforeAll(async () => {
  model = await ModelServer.start((request) => {
    if (!isTurn(request)) return summary();
    turn += 1;
    return turns?.(turn) ?? goodbye;
  });
  voice = await openVoiceDesk(
    {},
    {
      LLM_PROVIDER: 'openai-compatible',
      LLM_BASE_URL: model.url,
      LLM_MODEL: 'emulated',
      OPENAI_API_KEY: 'test-key',
    },
    (ports) => ({ ...ports, voiceProviders: { ...ports.voiceProviders, tools } }),
  );
});
beforeEach(() => {
  turn = 0;
});
afterAll(async () => {
  await voice.stop();
  await model.stop();
});

const goodbye: Answer = [
  { say: 'Thank ' },
  { say: 'you. Goodbye.' },
  { call: 'end_call', input: { reason: 'finished' } },
];

let lastNumber = 4000;
const newNumber = () => `+1500555${++lastNumber}`;
const talk = async (number = newNumber(), because?: CallReason) => {
  const id = await voice.client.placeAccepted(number, { message: 'Ask whether they will come on Monday.' });
  return voice.client.waitUntilEnded(id, because && { because });
};

describe('a language model in a call', () => {
  test('speaks, gets its instructions, and writes the summary', async () => {
    turns = (number) => (number === 1 ? [{ say: 'Will you come on Monday?' }] : goodbye);
    const before = model.requests.length;
    const call = await talk();
    expect(call).toMatchObject({ status: 'completed', reason: null });
    expect(transcriptOf(call)).toContain('agent: Will you come on Monday?');
    expect(model.requests[before]?.messages[0]?.content).toContain('Ask whether they will come on Monday.');
    expect((await waitForSummary(voice.client, call._id)).summary).toBe('**They will come.**');
  });

  test('that fails once is retried without a gap', async () => {
    turns = (number) => (number === 1 ? { status: 500 } : goodbye);
    const call = await talk();
    expect(call).toMatchObject({ status: 'completed', reason: null });
    expect(transcriptOf(call).join('\n')).not.toContain(englishPhrases.apology);
  });

  test('that fails for good ends with an apology and a goodbye; the call has the reason', async () => {
    turns = () => ({ status: 500 });
    const call = await talk(newNumber(), 'agent_failed');
    expect(call).toMatchObject({ status: 'completed', reason: 'agent_failed' });
    expect(transcriptOf(call)).toEqual(expect.arrayContaining([`agent: ${englishPhrases.apology}`]));
    await expect
      .poll(async () => transcriptOf(await voice.client.call(call._id)).at(-1))
      .toBe('system: The agent could not go on with the conversation.');
  });

  test('that does not answer is bridged by a filler, then given up', async () => {
    turns = () => ['stall'];
    const call = await talk(newNumber(), 'agent_failed');
    expect(call).toMatchObject({ status: 'completed', reason: 'agent_failed' });
    expect(transcriptOf(call).join('\n')).toContain('One moment, please.');
  });

  test('presses keys for a menu', async () => {
    turns = (number) => (number === 1 ? [{ call: 'send_digits', input: { digits: '2' } }] : goodbye);
    const number = newNumber();
    const call = await talk(number);
    expect(transcriptOf(call)).toContain('system: The agent pressed 2.');
    const sid = voice.lab.calls().find(({ to }) => to === number)?.sid ?? '';
    expect(voice.lab.ledger(sid).some((entry) => entry.kind === 'digit')).toBe(true);
    await waitForSummary(voice.client, call._id);
  });

  test('looks something up and says what it found', async () => {
    turns = (number) => {
      if (number === 1) return [{ say: 'One moment.' }, { call: 'find_times', input: { day: 'Tuesday' } }];
      const result = model.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.content ?? '';
      return number === 2
        ? [{ say: result.includes('half past ten') ? 'Half past ten?' : 'None.' }]
        : goodbye;
    };
    const call = await talk();
    expect(call).toMatchObject({ status: 'completed', reason: null });
    expect(transcriptOf(call)).toEqual(
      expect.arrayContaining(['agent: One moment.', 'agent: Half past ten?']),
    );
    expect(keys).toEqual([`${call._id}:call00001`]);
  });

  test('whose summary fails once is retried', async () => {
    turns = null;
    let asked = 0;
    summary = () => (++asked === 1 ? { status: 500 } : [{ say: '**Written the second time.**' }]);
    const call = await talk();
    expect((await waitForSummary(voice.client, call._id)).summary).toBe('**Written the second time.**');
    expect(asked).toBe(2);
  });
});

describe('an outcome that a model reads', () => {
  test('OC4 OC5: keeps what the words prove and drops what the model invents', async () => {
    turns = (number) => (number === 1 ? [{ say: 'Will you come on Monday?' }] : goodbye);
    const agents = new AgentRequests(voice.client);
    const field = (id: string, type: OutcomeFieldType) => ({
      ...{ id, label: id, type, description: '', choices: [], required: false },
    });
    await agents.save('gs-dental', (config) => {
      config.outcomes = {
        fields: [field('invented', 'text'), field('asked', 'yes_no'), field('said', 'text')],
      };
    });
    await agents.publish('gs-dental');
    model.outcome = ({ messages }) => {
      const lines = String(messages.at(-1)?.content ?? '').matchAll(/^\[(\d+)\] (Other party|.+?): (.*)$/gm);
      const entries = [...lines].map(([, entry, who, message]) => ({ entry: Number(entry), who, message }));
      const theirs = entries.findLast(({ who }) => who === 'Other party');
      const ours = entries.find(({ message }) => message?.endsWith('?'));
      const claim = { questionEntry: null, questionQuote: null };
      const values = [
        { field: 'invented', value: 'I paid', entry: theirs?.entry, quote: 'I paid', ...claim },
        { field: 'asked', value: 'true', entry: ours?.entry, quote: ours?.message, ...claim },
        { field: 'said', value: theirs?.message, entry: theirs?.entry, quote: theirs?.message, ...claim },
      ];
      return [{ say: JSON.stringify({ ...noOutcome, values }) }];
    };
    const { _id: id } = await talk();
    await expect.poll(async () => (await voice.client.call(id)).outcomes?.state).toBe('ready');
    const { outcomes } = await voice.client.call(id);
    expect(outcomes?.outcome).toMatchObject({ by: 'model', result: null });
    expect(outcomes?.outcome?.values.map((value) => value.field)).toEqual(['said']);
  });
});

describe('a transfer', () => {
  const transfer: Answer = [
    { say: 'One moment, I am connecting you.' },
    { call: 'transfer_call', input: { reason: 'wants a person' } },
  ];

  test('dials the person, and the transcript says so', async () => {
    const person = newNumber();
    await setTransferTarget(voice.database.owner, person);
    turns = () => transfer;
    const call = await talk(newNumber(), 'transferred');
    expect(call).toMatchObject({ status: 'completed', reason: 'transferred' });
    expect(transcriptOf(call).slice(-2)).toEqual([
      'agent: One moment, I am connecting you.',
      'system: Transferred to a person.',
    ]);
    expect(voice.lab.calls().some(({ to, from }) => to === person && from === '+15005550006')).toBe(true);
  });
});
