import { expect, test } from 'vitest';
import type { CallRecord } from '../../../ports/call.ts';
import { announcement } from '../answer-script.ts';
import { type AfterSessionDeps, createAfterSession } from './after-session.ts';

const call = {
  id: 'c',
  tenantId: 't',
  status: 'in-progress',
  reason: null,
  endRequestedAt: null,
} as CallRecord;

function afterSession(now: { held: boolean; tokenOpen: boolean; lines: number }) {
  const noted: unknown[] = [];
  const deps = {
    sessions: { has: () => now.held },
    tokens: { isOpen: async () => now.tokenOpen, finish: async () => {} },
    transcripts: { nextOrdinal: async () => now.lines, addNote: async () => {} },
    life: { apply: async (_call: unknown, event: { reason: unknown }) => void noted.push(event.reason) },
    clock: { now: () => new Date() },
  } as unknown as AfterSessionDeps;
  return { noted, ask: () => createAfterSession(deps).relay(call, { how: 'failed', next: null }) };
}

test('a session that saw the loss and was gone before the carrier asked is not taken for one that never began', async () => {
  const { ask, noted } = afterSession({ held: false, tokenOpen: false, lines: 3 });
  expect(await ask()).toEqual(announcement.cutOff);
  expect(noted).toEqual([]);
});

test.each([
  [
    'this process still holds the session',
    { held: true, tokenOpen: true, lines: 1 },
    announcement.cutOff,
    [],
  ],
  [
    'another process held it and died',
    { held: false, tokenOpen: true, lines: 1 },
    announcement.cutOff,
    ['line_dropped'],
  ],
  [
    'no session ever began',
    { held: false, tokenOpen: false, lines: 0 },
    announcement.apology,
    ['agent_failed'],
  ],
])('a lost line: %s', async (_case, now, script, reasons) => {
  const { ask, noted } = afterSession(now);
  expect(await ask()).toEqual(script);
  expect(noted).toEqual(reasons);
});
