import { expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { relayHarness } from '../../../testing/voice/relay/relay-harness.ts';
import { bookTool } from '../../../testing/voice/test-tools.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import type { ToolOutcome } from '../../ports/voice-tools.ts';
import type { ToolCallLog } from './tool-call-log.ts';

test('FU14: the place of an answer is behind what was begun before it, although that is heard afterwards', async () => {
  const places: Record<string, number | undefined> = {};
  const toolCalls: ToolCallLog = {
    start: async ({ ordinal }) => {
      places.used = ordinal;
    },
    mayRepeat: async () => false,
    end: (_id, { ordinal }) => {
      places.answered = ordinal;
    },
    overdue: () => {},
    answerOf: async () => null,
  };
  const model = {
    name: 'test',
    async *reply({ history }) {
      if (history.some(({ kind }) => kind === 'tool')) {
        yield { type: 'text', text: 'You are booked for ten.' };
        return;
      }
      yield { type: 'toolCall', call: { name: 'book_time', input: { time: 'ten' } } };
      yield { type: 'text', text: 'You will have that time, I am sure.' };
    },
  } as LanguageModel;
  const answer = Promise.withResolvers<ToolOutcome>();
  const { socket, clock, transcripts } = relayHarness(
    exampleBrief,
    model,
    1,
    [bookTool(() => answer.promise)],
    {
      toolCalls,
    },
  );
  const played = (value: string) => socket.receive({ type: 'info', name: 'tokensPlayed', value });
  played(socket.spoken());
  socket.receive({ type: 'prompt', voicePrompt: 'Book ten, please.', lang: 'en', last: true });
  await expect.poll(() => socket.spoken()).toContain('I am sure.');
  await expect.poll(() => places.used).toBeDefined();
  answer.resolve({ status: 'done', detail: 'Booked.' });
  await expect.poll(() => socket.spoken()).toContain('You are booked for ten.');
  clock.advance(2_000);
  played('You will have that time, I am sure.');
  played('You are booked for ten.');
  const placeOf = (message: string) =>
    [...transcripts.entries.values()].find((entry) => entry.message === message)?.ordinal;
  await expect.poll(() => placeOf('You are booked for ten.')).toBeDefined();
  const before = placeOf('You will have that time, I am sure.') ?? Number.NaN;
  expect(places).toEqual({ used: before - 0.5, answered: before + 0.5 });
  expect(placeOf('You are booked for ten.')).toBeGreaterThan(before + 0.5);
});
