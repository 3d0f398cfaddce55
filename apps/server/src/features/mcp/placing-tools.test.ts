import type { ErrorCode } from '@parley/contract';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../ports/caller.ts';
import type { McpSession } from '../../ports/mcp.ts';
import { Confirmations } from './confirmation.ts';
import { placingTools } from './placing-tools.ts';

const caller = { userId: 'key-1', tenantId: 'tenant-1' } as Caller;
const input = { agentId: 'gs-dental', phoneNumber: '+15005550100', message: 'Say hello.' };
const to = input.phoneNumber;
const allowed = { to, from: '+15005550006', side: 'sandbox', allowed: true, refusal: null };
/** A desk that may refuse new calls, and keeps what was placed by its Idempotency-Key. */
function harness() {
  const clock = new ManualClock();
  const state = { refuses: null as ErrorCode | null };
  const placed = new Map<string, string>();
  const sent: object[] = [];
  const ask = async (name: string, asked: { headers?: Record<string, string>; body?: object }) => {
    if (name === 'previewCall') return allowed;
    const key = asked.headers?.['idempotency-key'] ?? '';
    const earlier = placed.get(key);
    if (earlier !== undefined) return { callId: earlier, to };
    if (state.refuses) throw new AppError(state.refuses, 'Refused.');
    sent.push(asked.body ?? {});
    const callId = `call-${sent.length}`;
    placed.set(key, callId);
    return { callId, to };
  };
  const tools = placingTools(
    new Confirmations(async () => Buffer.alloc(32, 7), clock),
    async ({ idempotencyKey }) => {
      const callId = placed.get(idempotencyKey ?? '');
      return callId === undefined ? null : { callId, to };
    },
  );
  const session = { caller, ask, log: {} } as unknown as McpSession;
  const use = async (name: string, more: object = {}) =>
    tools.find((tool) => tool.name === name)?.run({ ...input, ...more }, session);
  const confirm = async () => {
    const { confirmation } = (await use('preview_call')) as { confirmation: string };
    return { confirmation };
  };
  return { clock, state, sent, use, confirm };
}

test('MC7: a call whose answer was lost is answered again after the confirmation is over, and nobody is dialled', async () => {
  const { clock, sent, use, confirm } = harness();
  const confirmed = await confirm();
  const first = await use('place_call', confirmed);
  clock.advance(600_000);
  expect(await use('place_call', confirmed)).toEqual(first);
  expect(sent).toHaveLength(1);
});

test('MC7: a call whose answer was lost is answered again, and nobody is dialled', async () => {
  const { state, sent, use, confirm } = harness();
  const confirmed = await confirm();
  const first = await use('place_call', confirmed);
  state.refuses = 'shutting_down';
  expect(await use('place_call', confirmed)).toEqual(first);
  expect(sent).toHaveLength(1);
});

test('MC6: a refusal is passed on, and the confirmation stays good', async () => {
  const { state, sent, use, confirm } = harness();
  const confirmed = await confirm();
  state.refuses = 'shutting_down';
  await expect(use('place_call', confirmed)).rejects.toMatchObject({ code: 'shutting_down' });
  expect(sent).toEqual([]);
  state.refuses = null;
  expect(await use('place_call', confirmed)).toMatchObject({ callId: 'call-1' });
});

test('MC6: a confirmation that is over, or of the other side, places nothing, and does not say that nobody was called', async () => {
  const { clock, state, sent, use, confirm } = harness();
  const confirmed = await confirm();
  const refusal = {
    code: 'confirmation_wrong',
    message: expect.not.stringContaining('Nobody was called'),
  };
  state.refuses = 'settings_changed';
  await expect(use('place_call', confirmed)).rejects.toMatchObject(refusal);
  state.refuses = null;
  clock.advance(600_000);
  await expect(use('place_call', confirmed)).rejects.toMatchObject(refusal);
  expect(sent).toEqual([]);
});

test('MC6: the call is asked for on the side of its preview, for a desk that goes live in between', async () => {
  const { sent, use, confirm } = harness();
  await use('place_call', await confirm());
  expect(sent).toEqual([expect.objectContaining({ side: 'sandbox' })]);
});
