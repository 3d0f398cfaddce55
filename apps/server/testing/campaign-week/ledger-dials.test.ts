import type { LedgerEntry, LedgerEvent } from '@parley/phone-lab';
import { expect, test } from 'vitest';
import { dialsOf } from './ledger-dials.ts';

const record = {
  sid: 'CA1',
  direction: 'outbound-api',
  to: '+12025550100',
  status: 'completed',
  answeredAt: 1,
};
const relay = (direction: 'to-app' | 'from-app', message: object): LedgerEvent => ({
  ...{ kind: 'relay', direction, message },
});
const setup = relay('to-app', { type: 'setup' });
const said = (voicePrompt: string) => relay('to-app', { type: 'prompt', voicePrompt, last: true });
const answered = relay('from-app', { type: 'text', token: 'I understand.', last: true });
const refusal = said('Please do not call me again.');

const dial = (...events: LedgerEvent[]) => {
  const call = { kind: 'call', record } as unknown as LedgerEvent;
  const entries = [call, ...events, call].map(
    (event, n) => ({ n, at: '2026-10-30T15:00:00.000Z', callSid: 'CA1', ...event }) as LedgerEntry,
  );
  return dialsOf(entries, new Map())[0];
};

test.each<[string, boolean, LedgerEvent[]]>([
  ['was answered', true, [setup, answered, refusal, answered]],
  ['was answered in the second session', true, [setup, answered, setup, answered, refusal, answered]],
  ['was not answered, because the server was killed', false, [setup, answered, refusal]],
  ['was followed by the apology of another session', false, [setup, answered, refusal, setup, answered]],
  ['was something else', false, [setup, answered, said('Yes.'), answered]],
])('a refusal that %s: opted out %s', (_, optedOut, events) => {
  expect(dial(...events)).toMatchObject({ number: record.to, optedOut });
});
