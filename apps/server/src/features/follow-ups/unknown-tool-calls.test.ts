import { expect, test } from 'vitest';
import type { CallRecord } from '../../ports/call.ts';
import type { NewFollowUp } from '../../ports/follow-ups.ts';
import { createReportUnknown } from './unknown-tool-calls.ts';

const key = { tenantId: 'tenant', callId: 'c42', id: 'call00001', title: 'Booked an appointment' };

function desk(call: Partial<CallRecord> | null) {
  const added: NewFollowUp[] = [];
  const report = createReportUnknown({
    store: {
      find: async () => call && ({ tenantId: 'tenant', id: 'c42', mode: 'live', ...call } as CallRecord),
    },
    work: {
      add: async (rows) => {
        added.push(...rows);
        return rows.map(() => 'id');
      },
    },
    newFollowUps: async ({ id }, detected) =>
      detected.map((found) => ({ ...found, sourceKey: `call/${id}/${found.reason}` }) as NewFollowUp),
  });
  return { report, added };
}

test('FU14: what nobody knows has a follow-up of its own for each tool call', async () => {
  const { report, added } = desk({});
  await report(key, 'unknown');
  await report({ ...key, id: 'call00002' }, 'unknown');
  expect(added).toMatchObject([
    {
      ...{ reason: 'tool_unknown', sourceKey: 'call/c42/tool_unknown/call00001' },
      what: 'Nobody knows whether this was done: Booked an appointment. Check it, and tell them.',
    },
    { sourceKey: 'call/c42/tool_unknown/call00002' },
  ]);
});

test.each([
  ['a try', { mode: 'try' as const }],
  ['a call of another tenant', { tenantId: 'other' }],
  ['a call that is gone', null],
])('FU14: %s makes none', async (_what, call) => {
  const { report, added } = desk(call);
  await report(key, 'unknown');
  expect(added).toEqual([]);
});

test('FU14: what is done when the call is over is to be told by somebody; while it is up the agent tells it', async () => {
  const over = desk({ status: 'completed' });
  await over.report(key, 'done');
  expect(over.added).toMatchObject([
    {
      sourceKey: 'call/c42/tool_unknown/call00001',
      what: 'This was done, and they may not know it: Booked an appointment. Tell them.',
    },
  ]);
  const up = desk({ status: 'in-progress' });
  await up.report(key, 'done');
  expect(up.added).toEqual([]);
});
