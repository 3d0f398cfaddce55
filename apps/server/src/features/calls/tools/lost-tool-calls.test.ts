import { expect, test } from 'vitest';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import { answered, callTool } from '../../../../testing/voice/call-tools.ts';
import { RecordingLog } from '../../../../testing/voice/relay/relay-harness.ts';
import type { LostToolCall } from '../../../ports/tool-calls.ts';
import type { TransportOutcome } from '../../../ports/tool-transport.ts';
import { createEndToolCall } from './end-tool-call.ts';
import { createLostToolCalls } from './lost-tool-calls.ts';

const holder = { serverId: 'here', leaseMs: 15_000 };
const lost: TransportOutcome = { kind: 'lost', why: 'No answer.' };

async function ended(
  patch: Partial<LostToolCall>,
  outcome: TransportOutcome = answered('Booked.', 201),
  earlier: readonly Partial<LostToolCall>[] = [],
) {
  const clock = new ManualClock();
  const log = new RecordingLog();
  const happened: string[] = [];
  const tool = callTool([outcome], { variablesOf: (answer) => JSON.parse(answer) });
  const call = {
    ...{ tenantId: 'tenant', callId: 'c42', id: 'call00001', name: tool.name, title: tool.title, input: {} },
    ...{ toolId: 'tool', mcpServerId: null, changes: true, honoursKey: true, sample: false, mayRepeat: true },
    ...{ startedAt: clock.now(), ...patch },
  } as LostToolCall;
  const end = createEndToolCall({
    toolCalls: {
      finish: async (_key, { state, answer }) => happened.push(`${state} ${answer}`) > 0,
    },
    reportUnknown: async ({ id }, what) => void happened.push(`reported ${id} ${what}`),
    now: () => clock.now(),
  });
  await createLostToolCalls({
    ...{ end, clock, log, isSandboxCall: async () => false },
    toolCalls: {
      takeLost: async () => [call],
      ofCall: async () => [
        ...earlier.map((each) => ({ ...call, state: 'done', ...each }) as LostToolCall),
        call,
      ],
    },
    callTools: { find: async () => [tool] },
  })(holder);
  return { happened, sent: tool.sent };
}

test('VS47: what honours keys is sent once more, with its key, and its answer stored', async () => {
  const { happened, sent } = await ended({});
  expect(happened).toEqual(['reported call00001 done', 'done Booked.']);
  expect(sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['c42:call00001']);
});

test.each([
  ['lost again', {}, lost],
  ['not sent again', {}, { kind: 'not_sent', why: 'No connection.' } as const],
  ['of a tool that is gone', { toolId: null }, lost],
])('VS47, FU14: one %s is unknown, and has its follow-up first', async (_what, patch, outcome) => {
  expect((await ended(patch, outcome)).happened).toEqual(['reported call00001 unknown', 'unknown null']);
});

test('VS47: what does not honour keys is not sent again', async () => {
  const { happened, sent } = await ended({ mayRepeat: false, honoursKey: false });
  expect(happened).toEqual(['reported call00001 unknown', 'unknown null']);
  expect(sent).toEqual([]);
});

test.each([
  ['a look-up has timed out', { changes: false }, 'timed_out null'],
  ['a sample was sent to nobody', { sample: true }, 'failed null'],
])('VS47: %s, and nobody has to check', async (_what, patch, end) => {
  const { happened, sent } = await ended({ ...patch, mayRepeat: false });
  expect(happened).toEqual([end]);
  expect(sent).toEqual([]);
});

test('VS47: a repetition is the same request: with what earlier answers had told, and later ones not', async () => {
  const before = { ms: 20, startedAt: new Date(new ManualClock().time() - 60_000) };
  const { sent } = await ended({}, undefined, [
    { ...before, answer: '{"practice":"elm"}' },
    { ...before, ms: 120_000, answer: '{"practice":"later"}' },
    { ...before, ms: null, state: 'running', answer: null },
  ]);
  expect(sent.map(({ known }) => known)).toEqual([{ practice: 'elm' }]);
});
