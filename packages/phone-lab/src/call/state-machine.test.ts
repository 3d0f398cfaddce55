import { describe, expect, it } from 'vitest';
import {
  type CallEvent,
  type CallState,
  durationSeconds,
  newInbound,
  newOutbound,
  step,
  type TimedCallEvent,
} from './state-machine.ts';

function walk(start: CallState, events: CallEvent[]) {
  let state = start;
  const told: string[] = [];
  events.forEach((event, index) => {
    const result = step(state, { ...event, at: index * 1000 } as TimedCallEvent);
    state = result.state;
    told.push(...result.progress.map((one) => `${one.sequence}:${one.event}:${one.status}`));
  });
  return { state, told };
}

const dequeued: CallEvent = { type: 'dequeued' };
const rang: CallEvent = { type: 'rang' };
const answered: CallEvent = { type: 'answered' };
const hangup: CallEvent = { type: 'hangup' };
const cancel: CallEvent = { type: 'cancel' };

describe('an outbound call', () => {
  const lives: [string, CallEvent[], string, string[], number | null][] = [
    [
      'answered and hung up',
      [dequeued, rang, answered, hangup],
      'completed',
      ['0:initiated:initiated', '1:ringing:ringing', '2:answered:in-progress', '3:completed:completed'],
      200,
    ],
    [
      'busy',
      [dequeued, rang, { type: 'busy' }],
      'busy',
      ['0:initiated:initiated', '1:ringing:ringing', '2:completed:busy'],
      486,
    ],
    [
      'nobody answers',
      [dequeued, rang, { type: 'unanswered' }],
      'no-answer',
      ['0:initiated:initiated', '1:ringing:ringing', '2:completed:no-answer'],
      487,
    ],
    [
      'no way through the network',
      [dequeued, { type: 'unreachable', sipCode: 503 }],
      'failed',
      ['0:initiated:initiated', '1:completed:failed'],
      503,
    ],
    ['cancelled in the queue: silence', [cancel], 'canceled', [], null],
    ['hung up in the queue: silence', [hangup], 'canceled', [], null],
    [
      'cancelled while ringing',
      [dequeued, rang, cancel],
      'canceled',
      ['0:initiated:initiated', '1:ringing:ringing', '2:completed:canceled'],
      487,
    ],
    [
      'hung up before it rang',
      [dequeued, hangup],
      'canceled',
      ['0:initiated:initiated', '1:completed:canceled'],
      487,
    ],
    [
      'the lab died: silence',
      [dequeued, rang, answered, { type: 'lost' }],
      'failed',
      ['0:initiated:initiated', '1:ringing:ringing', '2:answered:in-progress'],
      null,
    ],
  ];
  it.each(lives)('%s', (_, events, status, told, sipCode) => {
    const result = walk(newOutbound, events);
    expect(result.state.status).toBe(status);
    expect(result.told).toEqual(told);
    expect(result.state.sipCode).toBe(sipCode);
  });

  it('is not cancelled after the answer', () => {
    const { state, told } = walk(newOutbound, [dequeued, rang, answered, cancel]);
    expect(state.status).toBe('in-progress');
    expect(told).toHaveLength(3);
  });

  it('never changes after its end', () => {
    const ends: CallEvent[] = [cancel, { type: 'busy' }, { type: 'lost' }, hangup, rang, answered, dequeued];
    const before = walk(newOutbound, [dequeued, rang, answered, hangup]).state;
    for (const late of ends)
      expect(step(before, { ...late, at: 99_000 } as TimedCallEvent)).toEqual({
        state: before,
        progress: [],
      });
  });

  it('ignores events that are not possible in its state', () => {
    expect(walk(newOutbound, [rang, answered, { type: 'busy' }]).state).toEqual(newOutbound);
  });

  it('rounds its duration up to whole seconds', () => {
    const base = { ...newOutbound, status: 'completed', answeredAt: 1_000 } as const;
    expect(durationSeconds({ ...base, endedAt: 4_001 })).toBe(4);
    expect(durationSeconds({ ...base, status: 'busy', answeredAt: null, endedAt: 4_000 })).toBeNull();
  });
});

describe('an inbound call', () => {
  const lives: [string, CallEvent[], string, string[]][] = [
    ['answered', [answered, hangup], 'completed', ['0:answered:in-progress', '1:completed:completed']],
    ['rejected', [{ type: 'rejected', reason: 'rejected' }], 'no-answer', ['0:completed:no-answer']],
    ['rejected as busy', [{ type: 'rejected', reason: 'busy' }], 'busy', ['0:completed:busy']],
    ['given up by the caller', [hangup], 'canceled', ['0:completed:canceled']],
  ];
  it.each(lives)('%s', (_, events, status, told) => {
    const result = walk(newInbound(0), events);
    expect(result.state.status).toBe(status);
    expect(result.told).toEqual(told);
  });
});
