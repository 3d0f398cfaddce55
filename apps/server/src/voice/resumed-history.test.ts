import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { collect, exampleRequest } from '../../testing/language-model-contract.ts';
import { ProviderServer } from '../../testing/model-providers/provider-server.ts';
import { providers } from '../../testing/model-providers/providers.ts';
import { historyFault } from '../../testing/model-providers/turn-faults.ts';
import { RealtimeHarness } from '../../testing/openai-realtime/realtime-harness.ts';
import { speak } from '../../testing/realtime/plan.ts';
import { lostToolCalls, lostTranscript, storedToolCall } from '../../testing/voice/lost-session.ts';
import { bookTool, lookUpTool } from '../../testing/voice/test-tools.ts';
import type { ConversationEntry } from '../ports/language-model.ts';
import type { StoredToolCall } from '../ports/tool-calls.ts';
import type { TranscriptEntry } from '../ports/transcript-store.ts';
import { resumedFrom } from './stored-history.ts';

/** As a session that resumes a lost one shows it to a model, once the line is back. */
function historyOf(
  transcript: readonly TranscriptEntry[],
  toolCalls: readonly StoredToolCall[],
): readonly ConversationEntry[] {
  const { history } = resumedFrom(transcript, 2, toolCalls);
  return [...history.map(({ entry }) => entry), { kind: 'cut' }];
}

const found = '{"status":"done","detail":"Free on Tuesday: ten."}';
const unknown =
  '{"status":"timed_out","detail":"No answer came: it is not known whether it was done. Do not try again; say that somebody will check."}';
const cutOff = unknown.replace('No answer came', 'The line was cut. No answer came');
const booked = { status: 'done', detail: 'Booked.' } as const;
const lateAnswer: ConversationEntry = { kind: 'lateResult', name: 'book_time', result: booked };

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(providers)('VS37: tool calls of a lost session, for %s', (_name, wire, connect) => {
  const whole = historyOf(lostTranscript, lostToolCalls);
  test.each<[string, readonly ConversationEntry[], readonly string[]]>([
    ['between what was said', whole, [found, unknown, cutOff]],
    ['and the answer of one that still ran', [...whole, lateAnswer], [found, unknown, cutOff]],
    [
      'last of all',
      historyOf(lostTranscript.slice(0, 5), lostToolCalls).slice(0, -1),
      [found, unknown, cutOff],
    ],
    ['first of all', historyOf([], lostToolCalls), [found, unknown, cutOff]],
  ])('%s: each is accepted with what is known of it', async (_where, history, results) => {
    const server = await ProviderServer.start(wire, () => [{ say: 'Where were we?' }]);
    try {
      const tools = [lookUpTool(), bookTool()];
      await collect(connect(server.origin), { ...exampleRequest([], tools), history });
      expect(server.refusals).toEqual([]);
      expect(server.shown.map((shown) => shown.results)).toEqual([results]);
    } finally {
      await server.stop();
    }
  });
});

test('VS37: a speech engine gets them with their results, and the answer of one that still ran as a message', async () => {
  const harness = await RealtimeHarness.start();
  try {
    harness.service.answers(speak('Where were we?'));
    const history = historyOf(lostTranscript, lostToolCalls);
    const { session, heard, other } = await harness.listening({ history });
    session.toolResult('call00005', booked);
    session.respond('item-1', []);
    await heard.until('engine.done');
    const refusals = [harness.warnings, other.sent.ofType('error'), other.received.ofType('refused')];
    expect(refusals).toEqual([[], [], []]);
    expect(other.conversation.unanswered()).toEqual([]);
    expect(other.history()).toEqual([
      'assistant: Hello, this is the AI assistant of Elm Street Dental.',
      'user: Is there a time on Tuesday?',
      'assistant: One moment.',
      ...['function_call: {"day":"Tuesday"}', `function_call_output: ${found}`],
      'assistant: At ten.',
      'user: Ten it is, and for my son too.',
      ...['function_call: {"time":"ten"}', `function_call_output: ${unknown}`],
      ...['function_call: {"time":"ten"}', `function_call_output: ${cutOff}`],
      'assistant: Let me',
      'system: The line was cut off and is back. Go on where you were.',
      `user: [Later result of your call of book_time: ${JSON.stringify(booked)}]`,
      'assistant: Where were we?',
    ]);
  } finally {
    await harness.stop();
  }
});

const states = fc.constantFrom<StoredToolCall['state']>(
  ...(['running', 'done', 'refused', 'failed', 'timed_out', 'unknown'] as const),
);
const names = fc.constantFrom<'find_times' | 'book_time'>('find_times', 'book_time');
const toolCalls = fc
  .array(fc.tuple(fc.integer({ min: -1, max: 6 }), names, states), { maxLength: 6 })
  .map((calls) =>
    calls.map(([after, name, state], index) =>
      storedToolCall(`call${String(index).padStart(5, '0')}`, after + 0.5, name, state),
    ),
  );

test('VS31: wherever a session was lost, no provider refuses what is left of it', () => {
  fc.assert(
    fc.property(fc.subarray([...lostTranscript]), toolCalls, fc.boolean(), (transcript, calls, answered) => {
      const history = historyOf(transcript, calls);
      expect(historyFault(answered ? [...history, lateAnswer] : history)).toBeNull();
      expect(historyFault(history.slice(0, -1))).toBeNull();
    }),
    { numRuns: 2_000 },
  );
});
