import { expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { RecordingLog, settled } from '../../../testing/voice/relay/relay-harness.ts';
import { bookTool, lookUpTool } from '../../../testing/voice/test-tools.ts';
import type { ToolOutcome } from '../../ports/voice-tools.ts';
import { ToolRuns } from './tool-runs.ts';
import type { VoiceTool } from './voice-tool.ts';

function runsOf(...tools: readonly VoiceTool[]) {
  const results: [string, ToolOutcome][] = [];
  const log = new RecordingLog();
  const runs = new ToolRuns({
    ...{ call: { tenantId: 'tenant', callId: 'c42' }, brief: exampleBrief, tools, log },
    ...{ toolCalls: null, now: () => 0, place: () => 0.5 },
    onResult: (callId, result) => results.push([callId, result]),
  });
  return { runs, results, log };
}

test('each call of a tool has a key of its own', async () => {
  const keys: string[] = [];
  const { runs } = runsOf(
    bookTool(async ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      return { status: 'done', detail: '' };
    }),
  );
  runs.start('call00001', 'book_time', { time: 'ten' }, 0.5);
  runs.start('call00002', 'book_time', { time: 'ten' }, 0.5);
  await settled();
  expect(keys).toEqual(['c42:call00001', 'c42:call00002']);
});

test.each<[string, () => Promise<ToolOutcome>]>([
  [
    'throws at once',
    () => {
      throw new Error('secret-in-the-error');
    },
  ],
  ['is rejected', () => Promise.reject(new Error('secret-in-the-error'))],
  ['answers nothing', () => Promise.resolve(undefined as never)],
])('a tool that %s has failed, and the model is not told why', async (_what, run) => {
  const { runs, results, log } = runsOf(lookUpTool(run));
  runs.start('call00001', 'find_times', { day: 'Tuesday' }, 0.5);
  await settled();
  expect(results).toEqual([
    ['call00001', { status: 'failed', detail: 'It did not work: technical problem.' }],
  ]);
  expect(log.lines).toMatchObject([{ level: 'warn', fields: { tool: 'find_times' } }]);
});

test('an endless answer with control characters is shortened to what a model can read', async () => {
  const detail = `one\u0000\u001b[31m two\nthree \u202e${'x'.repeat(100_000)}\ud800`;
  const { runs, results } = runsOf(lookUpTool(async () => ({ status: 'done', detail })));
  runs.start('call00001', 'find_times', { day: 'Tuesday' }, 0.5);
  await settled();
  const text = results[0]?.[1].detail ?? '';
  expect(text).toMatch(/^one {2}\[31m two\nthree {2}x+…$/);
  expect(text.length).toBe(8_000);
});

test('at the end of the session a look-up is stopped, and a change is not', async () => {
  const stopped: string[] = [];
  const until = (name: string) => (run: { signal: AbortSignal }) =>
    new Promise<ToolOutcome>((_resolve, reject) =>
      run.signal.addEventListener('abort', () => {
        stopped.push(name);
        reject(new Error('aborted'));
      }),
    );
  const { runs, log } = runsOf(lookUpTool(until('look-up')), bookTool(until('change')));
  runs.start('call00001', 'find_times', { day: 'Tuesday' }, 0.5);
  runs.start('call00002', 'book_time', { time: 'ten' }, 0.5);
  runs.end();
  await settled();
  expect(stopped).toEqual(['look-up']);
  expect(log.lines).toEqual([]);
});

test('a tool that the session was not given is not run', async () => {
  const { runs, results } = runsOf();
  runs.start('call00001', 'find_times', {}, 0.5);
  await settled();
  expect(results).toMatchObject([['call00001', { status: 'failed' }]]);
});
