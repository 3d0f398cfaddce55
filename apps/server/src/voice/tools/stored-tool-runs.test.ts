import { describe, expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { RecordingLog, settled } from '../../../testing/voice/relay/relay-harness.ts';
import { bookTool, lookUpTool } from '../../../testing/voice/test-tools.ts';
import type { ToolOutcome } from '../../ports/voice-tools.ts';
import type { ToolCallLog } from './tool-call-log.ts';
import { ToolRuns } from './tool-runs.ts';
import type { VoiceTool } from './voice-tool.ts';

const source = { toolId: 'tool', mcpServerId: null, honoursKey: true, sample: false };

function runsOf(tool: VoiceTool, store: Partial<ToolCallLog> = {}) {
  const happened: string[] = [];
  const results: ToolOutcome[] = [];
  const toolCalls: ToolCallLog = {
    start: async ({ id, ordinal }) => void happened.push(`start ${id} at ${ordinal}`),
    mayRepeat: async () => true,
    end: (id, { state, answer }) => void happened.push(`end ${id} ${state} ${answer}`),
    overdue: (id, { name }) => void happened.push(`overdue ${id} ${name}`),
    answerOf: async () => ({ status: 'done', detail: 'Booked.' }),
    ...store,
  };
  const runs = new ToolRuns({
    ...{ call: { tenantId: 'tenant', callId: 'c42' }, brief: exampleBrief, tools: [tool] },
    ...{ log: new RecordingLog(), toolCalls, now: () => 0, place: () => 0.5 },
    onResult: (_id, result) => results.push(result),
  });
  return { runs, results, happened };
}

describe('VS45: what a tool is used for is stored before it is sent', () => {
  test('and its end when it has one', async () => {
    const { runs, results, happened } = runsOf(
      bookTool(async () => {
        happened.push('sent');
        return { status: 'done', detail: 'Booked.' };
      }),
    );
    runs.start('call00001', 'book_time', { time: 'ten' }, 3.5);
    await settled();
    expect(happened).toEqual(['start call00001 at 3.5', 'sent', 'end call00001 done Booked.']);
    expect(results).toEqual([{ status: 'done', detail: 'Booked.' }]);
  });

  test('forbids to send what cannot be stored: it has failed', async () => {
    const { runs, results, happened } = runsOf(
      bookTool(async () => {
        happened.push('sent');
        return { status: 'done', detail: '' };
      }),
      { start: () => Promise.reject(new Error('no database')) },
    );
    runs.start('call00001', 'book_time', { time: 'ten' }, 3.5);
    await settled();
    expect(happened).toEqual([]);
    expect(results).toMatchObject([{ status: 'failed' }]);
  });

  test('built-in look-ups are not stored; those of an organization are', async () => {
    const found = async (): Promise<ToolOutcome> => ({ status: 'done', detail: '10:00' });
    const builtIn = runsOf(lookUpTool(found));
    const own = runsOf({ ...lookUpTool(found), source });
    for (const { runs } of [builtIn, own]) runs.start('call00001', 'find_times', { day: 'Tuesday' }, 0.5);
    await settled();
    expect(builtIn.happened).toEqual([]);
    expect(own.happened).toHaveLength(2);
  });

  test('a change of another side that breaks off in an unforeseen way is unknown', async () => {
    const broken = () => Promise.reject(new Error('bug'));
    const { runs, happened } = runsOf({ ...bookTool(broken), source });
    runs.start('call00001', 'book_time', { time: 'ten' }, 0.5);
    await settled();
    expect(happened.at(-1)).toBe('end call00001 unknown null');
  });

  test('where a repetition cannot be counted, there is none', async () => {
    const asked: boolean[] = [];
    const { runs } = runsOf(
      {
        ...bookTool(async ({ mayRepeat }) => {
          asked.push((await mayRepeat?.()) ?? true);
          return { status: 'done', detail: '' };
        }),
        source,
      },
      { mayRepeat: () => Promise.reject(new Error('no database')) },
    );
    runs.start('call00001', 'book_time', { time: 'ten' }, 0.5);
    await settled();
    expect(asked).toEqual([false]);
  });
});

test.each([
  ['a change at another side', { ...bookTool(), source }, ['overdue call00001 book_time']],
  ['a look-up', { ...lookUpTool(), source }, []],
  ['a sample', { ...bookTool(), source: { ...source, sample: true } }, []],
  ['what is built in', bookTool(), []],
])(
  'FU14: of %s whose time is over, somebody is asked to check where it may be done',
  (_what, tool, expected) => {
    const { runs, happened } = runsOf(tool);
    runs.overdue('call00001', tool.name);
    expect(happened).toEqual(expected);
  },
);

test('VS37: the answer of a tool of the lost session is told by the one that resumes it', async () => {
  const { runs, results } = runsOf(bookTool());
  runs.follow('call00001');
  await settled();
  expect(results).toEqual([{ status: 'done', detail: 'Booked.' }]);
});
