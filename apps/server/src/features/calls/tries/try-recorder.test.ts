import { callReasons, transferInTry } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { exampleBrief } from '../../../../testing/language-model-contract.ts';
import {
  MemoryTranscriptStore,
  RecordingLog,
  relayHarness,
  settled,
} from '../../../../testing/voice/relay/relay-harness.ts';
import { bookTool, lookUpTool } from '../../../../testing/voice/test-tools.ts';
import type { LanguageModel } from '../../../ports/language-model.ts';
import type { NewTryEvent } from '../../../ports/tries.ts';
import type { CallActions } from '../../../voice/effect-handler.ts';
import { createSendText } from '../../../voice/tools/send-text.ts';
import { builtInTools, ToolRegistry } from '../../../voice/tools/tool-registry.ts';
import { simulatedDetail, simulatedTools } from './simulated-tools.ts';
import { TryRecorder } from './try-recorder.ts';

function recorder({ failing = false } = {}) {
  const events: NewTryEvent[] = [];
  const usage: object[] = [];
  const log = new RecordingLog();
  const made = new TryRecorder({
    call: { tenantId: 't', callId: 'c', session: 1 },
    tries: {
      addEvent: async (_call, event) => {
        if (failing) throw new Error('The database is away.');
        events.push(event);
      },
      addUsage: async (_call, used) => void usage.push(used),
      startRecording: async () => {},
    },
    now: () => new Date(0),
    log,
  });
  return { made, events, usage, log };
}

const entry = {
  ordinal: 0,
  speaker: 'agent',
  message: 'Hello.',
  spokenAt: new Date(0),
  interrupted: false,
} as const;

describe('AG21: tools of a try', () => {
  const run = async () => ({ status: 'done', detail: 'really done' }) as const;
  const tools = simulatedTools(new ToolRegistry([...builtInTools, lookUpTool(run), bookTool(run)]));

  test.each([
    ['find_times', 'really done'],
    ['book_time', simulatedDetail],
  ])('%s answers: %s', async (name, detail) => {
    const tool = tools.all.find((each) => each.name === name);
    const outcome = tool?.work.by === 'runner' ? await tool.work.run({} as never) : null;
    expect(outcome).toEqual({ status: 'done', detail });
  });

  test('TX5: a text message is not sent, also as a call is offered it', async () => {
    const sendText = createSendText(() => expect.unreachable());
    const texts = [{ name: 'Address' }];
    const offered = simulatedTools(new ToolRegistry([sendText])).offeredOn({
      ...{ speech: 'text', canTransfer: false, texts },
    });
    expect(JSON.stringify(offered[0]?.parameters)).toContain('Address');
    const work = offered[0]?.work;
    const outcome = work?.by === 'runner' ? await work.run({} as never) : null;
    expect(outcome).toEqual({ status: 'done', detail: simulatedDetail });
  });

  test('the session’s own stay what they are', () => {
    for (const tool of builtInTools) expect(tools.all).toContain(tool);
  });
});

describe('the recorder of a try', () => {
  test('AG19: does not say that somebody was connected', async () => {
    const { made, events } = recorder();
    const transcripts = new MemoryTranscriptStore();
    const actions = made.around({ transcripts } as unknown as CallActions);
    const note = { ...entry, speaker: 'system', message: callReasons.transferred } as const;
    await actions.transcripts.write({ tenantId: 't', callId: 'c' }, note, true);
    await actions.transcripts.write({ tenantId: 't', callId: 'c' }, { ...note, speaker: 'user' }, true);
    await made.settled();
    expect(events).toMatchObject([{ text: transferInTry }, { text: callReasons.transferred }]);
  });

  test('AG19: writes down the prompt, what is said and each tool call, in their order', async () => {
    const { made, events } = recorder();
    const transcripts = new MemoryTranscriptStore();
    const actions = made.around({
      transcripts,
      doNotCall: () => expect.unreachable(),
    } as unknown as CallActions);
    made.began('model', exampleBrief, [bookTool()]);
    await actions.transcripts.write({ tenantId: 't', callId: 'c' }, entry, true);
    const call = { name: 'book_time', input: { time: 'ten' } };
    actions.onToolCall?.({ kind: 'tool', callId: '1', call, result: { status: 'done', detail: 'x' } });
    await actions.transcripts.remove({ tenantId: 't', callId: 'c' }, 0);
    actions.doNotCall();
    await made.settled();
    expect(events.map(({ type }) => type)).toEqual(['began', 'said', 'tool', 'unsaid']);
    expect(events[0]).toMatchObject({
      model: 'model',
      prompt: expect.stringContaining(exampleBrief.agentName),
    });
    expect(events[2]).toMatchObject({ name: 'book_time', input: { time: 'ten' }, simulated: true, ms: 0 });
  });

  test('AG21: stores the transcript without a notice to the pages of calls', async () => {
    const { made } = recorder();
    const transcripts = new MemoryTranscriptStore();
    const actions = made.around({ transcripts } as unknown as CallActions);
    await actions.transcripts.write({ tenantId: 't', callId: 'c' }, entry, true);
    // Only final entries are published.
    expect(transcripts.entries.get(0)).toMatchObject({ message: 'Hello.', final: false });
  });

  test('AG26: counts what the model is asked and answers, also where the answer is cut off', async () => {
    const { made, usage } = recorder();
    const model: LanguageModel = {
      name: 'm',
      async *reply() {
        yield { type: 'text', text: 'Twelve bytes' };
        yield { type: 'text', text: 'more' };
      },
    };
    const request = { brief: exampleBrief, prompt: 'x'.repeat(400), history: [], tools: [] };
    for await (const _part of made.model(model).reply(request, new AbortController().signal)) break;
    for await (const _part of made.model(model).reply(request, new AbortController().signal));
    await made.settled();
    expect(usage).toEqual([
      { seconds: 0, requests: 1, inputTokens: 101, outputTokens: 3 },
      { seconds: 0, requests: 1, inputTokens: 101, outputTokens: 4 },
    ]);
  });

  test('a database that is away costs the page an event, never the conversation', async () => {
    const { made, log } = recorder({ failing: true });
    made.began('model', exampleBrief, []);
    await made.settled();
    expect(log.lines).toMatchObject([{ level: 'warn', fields: { callId: 'c' } }]);
  });

  test('a session tells it of a tool call and of its result', async () => {
    const { made, events } = recorder();
    const model: LanguageModel = {
      name: 'm',
      async *reply({ history }) {
        if (history.at(-1)?.kind === 'tool') yield { type: 'text', text: 'Ten is free.' };
        else yield { type: 'tool', call: { name: 'find_times', input: { day: 'Tuesday' } } };
      },
    };
    const tool = lookUpTool(async () => ({ status: 'done', detail: '10:00' }));
    const { onToolCall } = made.around({} as CallActions);
    const harness = relayHarness(exampleBrief, model, 1, [tool], { ...(onToolCall && { onToolCall }) });
    harness.clock.advance(6_000);
    harness.socket.receive({ type: 'prompt', voicePrompt: 'When?', lang: 'en', last: true });
    await settled();
    await settled();
    await made.settled();
    const states = events.flatMap((event) => (event.type === 'tool' ? [[event.status, event.detail]] : []));
    expect(states).toEqual([
      ['running', 'No answer yet.'],
      ['done', '10:00'],
    ]);
  });
});

test('AG23: beyond 200 requests the model is not asked, and the try is hung up, by text and on the handset', async () => {
  let asked = 0;
  const model: LanguageModel = {
    name: 'm',
    async *reply() {
      asked += 1;
      yield { type: 'text', text: 'Yes.' };
    },
  };
  const { made, usage } = recorder();
  const counted = made.model(model);
  const request = { prompt: '', history: [], tools: [] } as never;
  const turn = async () => {
    const parts = [];
    for await (const part of counted.reply(request, new AbortController().signal)) parts.push(part);
    return parts;
  };
  for (let n = 0; n < 200; n += 1) expect(await turn()).toEqual([{ type: 'text', text: 'Yes.' }]);
  expect(await turn()).toEqual([
    { type: 'text', text: expect.stringContaining('200 times') },
    { type: 'tool', call: { name: 'end_call', input: { reason: 'finished' } } },
  ]);
  await made.settled();
  expect([asked, usage.length]).toEqual([200, 200]);
});
