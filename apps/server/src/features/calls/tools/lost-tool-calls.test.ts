import { expect, test } from 'vitest';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import { answered, callTool } from '../../../../testing/voice/call-tools.ts';
import { RecordingLog } from '../../../../testing/voice/relay/relay-harness.ts';
import { databaseUnavailable } from '../../../adapters/postgres/unavailable.ts';
import type { LostToolCall } from '../../../ports/tool-calls.ts';
import type { TransportOutcome } from '../../../ports/tool-transport.ts';
import { Background } from '../background.ts';
import { createEndToolCall } from './end-tool-call.ts';
import { createLostToolCalls } from './lost-tool-calls.ts';

const holder = { serverId: 'here', leaseMs: 15_000 };
const lost: TransportOutcome = { kind: 'lost', why: 'No answer.' };

interface Situation {
  readonly earlier?: readonly Partial<LostToolCall>[];
  /** So often the database is away, as the end is to be stored. */
  readonly endFails?: number;
  /** So often it is away, as the tool is to be read. */
  readonly readFails?: number;
}

function take(
  patch: Partial<LostToolCall>,
  outcome: TransportOutcome | Promise<TransportOutcome> = answered('Booked.', 201),
  { earlier = [], endFails = 0, readFails = 0 }: Situation = {},
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
  let failsEnd = endFails;
  let failsRead = readFails;
  const end = createEndToolCall({
    toolCalls: {
      finish: async (_key, { state, answer }) => {
        if (failsEnd-- > 0) throw databaseUnavailable(new Error('away'));
        return happened.push(`${state} ${answer}`) > 0;
      },
    },
    reportUnknown: async ({ id }, what) => void happened.push(`reported ${id} ${what}`),
    now: () => clock.now(),
  });
  const held: string[] = [];
  const asked: number[] = [];
  const lostCalls = createLostToolCalls({
    ...{ end, clock, log, isSandboxCall: async () => false },
    background: new Background(clock, log),
    held: {
      hold: ({ id }) => void held.push(`hold ${id}`),
      release: ({ id }) => void held.push(`release ${id}`),
    },
    toolCalls: {
      takeLost: async (_holder, limit) => {
        asked.push(limit);
        return [call];
      },
      ofCall: async () => [
        ...earlier.map((each) => ({ ...call, state: 'done', ...each }) as LostToolCall),
        call,
      ],
    },
    callTools: {
      find: async () => {
        if (failsRead-- > 0) throw databaseUnavailable(new Error('away'));
        return [tool];
      },
    },
  });
  return { lostCalls, happened, held, asked, sent: tool.sent, clock };
}

async function ended(...situation: Parameters<typeof take>) {
  const taken = take(...situation);
  await taken.lostCalls.take(holder);
  let isOver = false;
  void taken.lostCalls.settled().then(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    taken.clock.advance(100);
  }
  return taken;
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
  const earlier = [
    { ...before, answer: '{"practice":"elm"}' },
    { ...before, ms: 120_000, answer: '{"practice":"later"}' },
    { ...before, ms: null, state: 'running', answer: null } as const,
  ];
  const { sent } = await ended({}, undefined, { earlier });
  expect(sent.map(({ known }) => known)).toEqual([{ practice: 'elm' }]);
});

test('VS47: a repetition that was answered is done although its end could not be stored at once, and held until it is', async () => {
  const { happened, held, sent } = await ended({}, undefined, { endFails: 3 });
  expect(happened.at(-1)).toBe('done Booked.');
  expect(happened).not.toContain('unknown null');
  expect(held).toEqual(['hold call00001', 'release call00001']);
  expect(sent).toHaveLength(1);
});

test('VS47: the only repetition is not used up because the database is away as it is prepared', async () => {
  const { happened, sent } = await ended({}, undefined, { readFails: 3 });
  expect(happened.at(-1)).toBe('done Booked.');
  expect(sent).toHaveLength(1);
});

test('VS47: a slow repetition keeps no server from renewing its leases, and counts among those at once', async () => {
  const { lostCalls, asked, held } = take({}, new Promise(() => {}));
  await lostCalls.take(holder);
  await lostCalls.take(holder);
  expect(asked).toEqual([20, 19]);
  expect(held).not.toContain('release call00001');
});
