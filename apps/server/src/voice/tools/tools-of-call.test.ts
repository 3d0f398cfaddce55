import { describe, expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { answered, callTool } from '../../../testing/voice/call-tools.ts';
import { RecordingLog } from '../../../testing/voice/relay/relay-harness.ts';
import type { CallTool } from '../../ports/call-tools.ts';
import type { StoredToolCall } from '../../ports/tool-calls.ts';
import type { TransportOutcome } from '../../ports/tool-transport.ts';
import { ToolRuns } from './tool-runs.ts';
import { createToolsOfCall, sampleDone, type ToolsOfCallRequest } from './tools-of-call.ts';
import type { VoiceTool } from './voice-tool.ts';

const notSent: TransportOutcome = { kind: 'not_sent', why: 'Nobody listens there.' };
const lost: TransportOutcome = { kind: 'lost', why: 'No answer.' };

type PausedWhile = Parameters<typeof createToolsOfCall>[0]['pausedWhile'];

function desk(tools: readonly CallTool[], pausedWhile: PausedWhile = (_call, _limitMs, work) => work()) {
  const clock = new ManualClock();
  const log = new RecordingLog();
  const toolsOfCall = createToolsOfCall({
    ...{ clock, log, speed: 1, pausedWhile },
    callTools: { find: async () => tools },
  });
  const open = (patch: Partial<ToolsOfCallRequest> = {}) =>
    toolsOfCall({
      ...{ tenantId: 'tenant', callId: 'c42', refs: tools.map(({ ref }) => ref) },
      ...{ takenNames: ['end_call'], sandbox: false, earlier: [], ...patch },
    });
  return { open, clock, log };
}

/** Runs it, with the time that pauses take. */
async function run(
  tool: VoiceTool | undefined,
  clock: ManualClock,
  input = {},
  mayRepeat = async () => true,
) {
  if (tool?.work.by !== 'runner') throw new Error('not run');
  const outcome = tool.work.run({
    ...{ call: { tenantId: 'tenant', callId: 'c42' }, brief: exampleBrief, input, mayRepeat },
    ...{ idempotencyKey: 'c42:call00001', signal: new AbortController().signal },
  });
  for (let turns = 0; turns < 5; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(500);
  }
  return outcome;
}

describe('the tools of an agent on a call', () => {
  test('are offered with purpose, inputs and what they say', async () => {
    const { open } = desk([callTool([], { sayMeanwhile: 'I am looking.', sayOnFailure: 'That failed.' })]);
    const [tool] = await open();
    expect(tool).toMatchObject({
      ...{ name: 'book_appointment', description: 'Books a free time.', changes: true },
      title: 'Booked an appointment',
      source: { honoursKey: true, sample: false },
      work: { limitMs: 10_000, sayMeanwhile: 'I am looking.', sayOnFailure: 'That failed.' },
    });
    expect(tool?.check({ start: 7 })).toMatchObject({ ok: false });
  });

  test.each([
    ['a name that is taken', { name: 'end_call' }],
    ['inputs that are no object', { inputs: { type: 'string' } }],
  ])('%s is not offered', async (_what, patch) => {
    const { open, log } = desk([callTool([], patch)]);
    expect(await open()).toEqual([]);
    expect(log.lines).toHaveLength(1);
  });

  test('of two with one name the first is offered', async () => {
    const { open } = desk([callTool([]), callTool([])]);
    expect(await open()).toHaveLength(1);
  });
});

describe('VS46: a tool is sent at most twice', () => {
  test('a lost change is repeated with the same key, and its answer told', async () => {
    const tool = callTool([lost, answered('{"id":7}', 201)]);
    const { open, clock } = desk([tool]);
    const outcome = await run((await open())[0], clock, { start: 'ten' });
    expect(outcome).toEqual({ status: 'done', detail: '{"id":7}', answer: '{"id":7}' });
    expect(tool.sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['c42:call00001', 'c42:call00001']);
  });

  test('forbids to repeat a change without keys: it is unknown', async () => {
    const tool = callTool([lost], { honoursKey: false });
    const { open, clock } = desk([tool]);
    expect(await run((await open())[0], clock)).toMatchObject({ status: 'timed_out', unknown: true });
    expect(tool.sent).toHaveLength(1);
  });

  test.each([
    ['was lost', lost],
    ['was not sent', notSent],
    ['was put off', answered('busy', 429)],
  ])(
    'one that %s is unknown where another server may have sent it again, not failed',
    async (_what, first) => {
      const tool = callTool([first, answered('done twice')]);
      const { open, clock } = desk([tool]);
      const outcome = await run((await open())[0], clock, {}, async () => false);
      expect(outcome).toMatchObject({ unknown: true });
      expect(tool.sent).toHaveLength(1);
    },
  );

  test('what the service answers is told, also that it declines', async () => {
    const tool = callTool([answered('{"error":"taken"}', 409)]);
    const { open, clock } = desk([tool]);
    expect(await run((await open())[0], clock)).toEqual({
      status: 'failed',
      detail: 'It did not work. Status 409: {"error":"taken"}',
    });
  });
});

describe('RC15: a tool that pauses the recording', () => {
  test('runs while it is paused, for the time of the tool', async () => {
    const steps: string[] = [];
    const pausedWhile: PausedWhile = async ({ callId }, limitMs, work) => {
      steps.push(`paused ${callId} ${limitMs}`);
      const worked = await work();
      steps.push('resumed');
      return worked;
    };
    const { open, clock } = desk([callTool([answered('paid')], { pausesRecording: true })], pausedWhile);
    expect(await run((await open())[0], clock)).toMatchObject({ status: 'done', detail: 'paid' });
    expect(steps).toEqual(['paused c42 10000', 'resumed']);
  });

  test('is not run where it cannot pause', async () => {
    const tool = callTool([answered('paid')], { pausesRecording: true });
    const { open, clock } = desk([tool], async () => false);
    const outcome = await run((await open())[0], clock);
    expect(outcome).toMatchObject({ status: 'failed' });
    expect([outcome.detail, tool.sent]).toEqual([expect.stringContaining('could not be paused'), []]);
  });

  test('forbids others to pause it', async () => {
    const { open, clock } = desk([callTool([answered('booked')])], async () => false);
    expect(await run((await open())[0], clock)).toMatchObject({ status: 'done' });
  });
});

describe('VS48: a late answer', () => {
  test('is waited for longer than the conversation does, of the first try', async () => {
    const tool = callTool([lost, answered('late')]);
    const { open, clock } = desk([tool]);
    await run((await open())[0], clock);
    expect(tool.sent.map(({ limitMs }) => limitMs)).toEqual([40_000, 10_000]);
  });

  test('forbids to give up a change because the call is over', async () => {
    const tool = callTool([answered('late')]);
    const { open } = desk([tool]);
    const [made] = await open();
    if (made?.work.by !== 'runner') throw new Error('not run');
    const results: unknown[] = [];
    const runs = new ToolRuns({
      ...{ call: { tenantId: 'tenant', callId: 'c42' }, brief: exampleBrief, tools: [made] },
      ...{ log: new RecordingLog(), toolCalls: null, now: () => 0, place: () => 0.5 },
      onResult: (_id, result) => results.push(result),
    });
    runs.start('call00001', made.name, { start: 'ten' }, 0.5);
    runs.end();
    await new Promise((resolve) => setImmediate(resolve));
    expect(tool.sent[0]?.signal.aborted).toBe(false);
    expect(results).toMatchObject([{ status: 'done', detail: 'late' }]);
  });
});

describe('what answers tell', () => {
  test('is known to later tools, and told to the model', async () => {
    const find = callTool([answered('{"patient":{"id":"p7"}}', 200, { patient_id: 'p7' })], {
      ...{ name: 'find_patient', changes: false },
    });
    const book = callTool([answered('ok')]);
    const { open, clock } = desk([find, book]);
    const [first, second] = await open();
    expect((await run(first, clock)).detail).toBe('patient_id: p7\n{"patient":{"id":"p7"}}');
    await run(second, clock);
    expect(book.sent[0]?.known).toEqual({ patient_id: 'p7' });
  });

  test('is known to the session that resumes a lost one', async () => {
    const find = callTool([], {
      ...{ name: 'find_patient', changes: false },
      variablesOf: (answer) => ({ patient_id: JSON.parse(answer).id }),
    });
    const book = callTool([answered('ok')]);
    const { open, clock } = desk([find, book]);
    const earlier = [{ name: 'find_patient', state: 'done', answer: '{"id":"p7"}' }] as StoredToolCall[];
    await run((await open({ earlier }))[1], clock);
    expect(book.sent[0]?.known).toEqual({ patient_id: 'p7' });
  });
});

describe('VS49: in the sandbox and in tries', () => {
  test('forbids to send a change that nobody has allowed there', async () => {
    const tool = callTool([answered('real')]);
    const { open, clock } = desk([tool]);
    await run((await open({ sandbox: true }))[0], clock);
    expect(tool.sent).toEqual([]);
  });

  test.each([
    ['a change gives its sample answer', { sampleAnswer: '{"id":1}' }, '{"id":1}', 0, true],
    ['a change without one says that it was not carried out', {}, sampleDone, 0, true],
    ['a change that an admin has allowed is carried out', { runInSandbox: true }, 'real', 1, false],
    ['a look-up is carried out', { changes: false, sampleAnswer: 'x' }, 'real', 1, false],
  ])('%s', async (_what, patch, detail, sent, sample) => {
    const tool = callTool([answered('real')], patch);
    const { open, clock } = desk([tool]);
    const [made] = await open({ sandbox: true });
    expect(made?.source?.sample).toBe(sample);
    expect(await run(made, clock)).toMatchObject({ status: 'done', detail });
    expect(tool.sent).toHaveLength(sent);
  });
});
