import type { CallStatus } from '@parley/contract';
import * as z from 'zod';
import type { CarrierCall } from '../../src/ports/carrier.ts';
import { type JsonCarrierAccount, sidOf } from './account.ts';

/** A call as the carrier describes it, in answers and events. */
export const callJson = z.object({
  id: z.string(),
  state: z.enum(['new', 'dialing', 'ringing', 'talking', 'done']),
  result: z.enum(['ok', 'busy', 'unanswered', 'failed', 'canceled']).nullable(),
  from: z.string().nullable(),
  to: z.string(),
  createdMs: z.number(),
  endedMs: z.number().nullable(),
  talkedSeconds: z.int().nullable(),
  answeredBy: z.enum(['person', 'machine']).nullable(),
});
export type CallJson = z.infer<typeof callJson>;

const states = { new: 'queued', dialing: 'initiated', ringing: 'ringing', talking: 'in-progress' } as const;
const results = {
  ok: 'completed',
  busy: 'busy',
  unanswered: 'no-answer',
  failed: 'failed',
  canceled: 'canceled',
} as const;

export function viewOf(account: JsonCarrierAccount, call: CallJson): CarrierCall {
  return {
    sid: sidOf(account, call.id),
    status: statusOf(call),
    at: new Date(call.endedMs ?? Date.now()),
    endedAt: call.endedMs === null ? null : new Date(call.endedMs),
    duration: call.talkedSeconds,
    answeredBy: call.answeredBy && (call.answeredBy === 'person' ? 'human' : 'machine'),
    from: call.from,
    to: call.to,
    createdAt: new Date(call.createdMs),
  };
}

function statusOf({ state, result }: CallJson): CallStatus {
  return state === 'done' ? results[result ?? 'failed'] : states[state];
}
