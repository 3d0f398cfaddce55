import { type CallStatus, isTerminal } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CarrierCallUpdate } from '../../ports/call.ts';
import { type CallEvent, type CallState, changesOf } from './call-machine.ts';

const sid = 'CA11111111111111111111111111111111';
const start = Date.parse('2026-10-13T10:00:00Z');
const at = (second: number) => new Date(start + second * 1000);

const fresh: CallState = {
  direction: 'outbound',
  status: 'queued',
  reason: null,
  carrierSid: null,
  sendingAt: at(0),
  endRequestedAt: null,
  answeredAt: null,
  endedAt: null,
  duration: null,
  answeredBy: null,
  sipCode: null,
  attestation: null,
  session: 1,
  voicemailMessageAt: null,
};

const rank: Record<CallStatus, number> = {
  queued: 0,
  initiated: 1,
  ringing: 2,
  'in-progress': 3,
  completed: 4,
  busy: 4,
  'no-answer': 4,
  failed: 4,
  canceled: 4,
};

/** What really happens at the carrier: the statuses it passes through, the last of them terminal. */
const lives = fc
  .record({
    way: fc.constantFrom<CallStatus[]>(
      ['initiated', 'ringing', 'in-progress', 'completed'],
      ['initiated', 'in-progress', 'completed'],
      ['initiated', 'ringing', 'busy'],
      ['initiated', 'ringing', 'no-answer'],
      ['initiated', 'failed'],
      ['initiated', 'ringing', 'in-progress', 'failed'],
      ['failed'],
      ['canceled'],
      ['initiated', 'ringing', 'canceled'],
    ),
    talk: fc.integer({ min: 0, max: 600 }),
  })
  .map(({ way, talk }) => {
    const answered = way.includes('in-progress');
    return way.map((status, step): CarrierCallUpdate => {
      const over = isTerminal(status);
      return {
        sid,
        status,
        at: at(over && answered ? step + talk : step),
        endedAt: over && answered ? at(step + talk) : null,
        duration: over ? (answered ? talk + 1 : 0) : null,
        answeredBy: null,
      };
    });
  });

const say = (update: CarrierCallUpdate): CallEvent => ({ type: 'carrier', update });

interface Story {
  readonly life: readonly CarrierCallUpdate[];
  readonly events: readonly CallEvent[];
}

/** Any order, any repetition, any loss of what can reach us about that call, with our own acts in between. */
const stories: fc.Arbitrary<Story> = lives.chain((life) => {
  const truth = life.at(-1) as CarrierCallUpdate;
  const queued: CarrierCallUpdate = { ...truth, status: 'queued', at: at(0), endedAt: null, duration: null };
  const words = [queued, ...life].map(say);
  const acts: CallEvent[] = [
    { type: 'end_requested', reason: null, at: at(1) },
    { type: 'noted', reason: 'silence', at: at(2) },
    { type: 'detected', sid, answeredBy: 'human', at: at(3) },
    { type: 'detected', sid, answeredBy: 'machine', at: at(3) },
    { type: 'given_up', reason: 'unconfirmed', at: at(50) },
  ];
  return fc
    .array(fc.constantFrom(...words, ...acts), { maxLength: 25 })
    .map((events): Story => ({ life, events }));
});

/** What the reconciler does with the call in the end: it asks, and the carrier says how it is now. */
function reconcile(call: CallState, truth: CarrierCallUpdate): CallState {
  return isTerminal(call.status) ? call : { ...call, ...changesOf(call, say(truth)) };
}

/** Given up, and the carrier was never heard of since: the one end that is ours alone. */
function isUnconfirmed(call: CallState): boolean {
  return call.status === 'failed' && call.reason === 'unconfirmed';
}

test('CL1–CL5: whatever arrives, in whatever order, the call ends as the carrier says', () => {
  fc.assert(
    fc.property(stories, ({ life, events }) => {
      const truth = life.at(-1) as CarrierCallUpdate;
      let call = fresh;
      for (const event of events) {
        const next = { ...call, ...changesOf(call, event) };
        if (isUnconfirmed(call)) {
          const told = event.type === 'carrier' || event.type === 'detected';
          expect(next.status === 'failed' || told).toBe(true);
        } else {
          expect(rank[next.status]).toBeGreaterThanOrEqual(rank[call.status]);
          if (isTerminal(call.status)) expect(next.status).toBe(call.status);
        }
        call = next;
      }
      call = reconcile(call, truth);
      if (isUnconfirmed(call)) {
        expect(call.carrierSid).toBeNull();
        call = { ...call, ...changesOf(call, say(truth)) };
      }
      expect(call.status).toBe(truth.status);
      expect(call.duration).toBe(truth.duration === 0 ? null : truth.duration);
      expect(call.endedAt).not.toBeNull();
      expect(call.carrierSid).toBe(sid);
    }),
    { numRuns: 2_000 },
  );
});

test('CL4: once it has ended, applying every update again changes nothing', () => {
  fc.assert(
    fc.property(stories, ({ life, events }) => {
      const truth = life.at(-1) as CarrierCallUpdate;
      let call = fresh;
      for (const event of [...events, say(truth), ...life.map(say)]) {
        call = { ...call, ...changesOf(call, event) };
      }
      // Who answered and why it ended may still be told, once.
      const settled = {
        ...call,
        answeredBy: call.answeredBy ?? 'human',
        reason: call.reason ?? ('silence' as const),
      };
      for (const event of [...events, ...life.map(say)]) expect(changesOf(settled, event)).toBeNull();
    }),
    { numRuns: 1_000 },
  );
});

test('CL6: no update about another call at the carrier changes ours', () => {
  fc.assert(
    fc.property(stories, ({ life, events }) => {
      let call: CallState = { ...fresh, carrierSid: 'CA2' };
      for (const event of [...events, ...life.map(say)]) {
        if (event.type === 'carrier' || event.type === 'detected') {
          expect(changesOf(call, event)).toBeNull();
        } else call = { ...call, ...changesOf(call, event) };
      }
      expect(call.carrierSid).toBe('CA2');
    }),
  );
});
