import { exampleOrganization } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { costOf, createFinishTry } from './finish-try.ts';

const { settings } = exampleOrganization;
const usage = { seconds: 60, requests: 4, inputTokens: 10_000, outputTokens: 500 };

test('AG26: a try costs what its model costs, in millionths of the organization’s currency', () => {
  expect(costOf(usage, 'gpt-4.1-mini', settings)).toEqual({ micros: 4_800, currency: 'USD' });
});

test.each([
  ['a model without a price', 'scripted'],
  ['no model', null],
])('AG26: %s has no cost', (_what, model) => {
  expect(costOf(usage, model, settings)).toBeNull();
});

describe('AG24: the later of call and session ends the try', () => {
  const key = { tenantId: 't', callId: 'c', session: 1 };

  /** A store as two servers see it. */
  function servers() {
    const state = {
      status: 'in-progress',
      recording: true,
      stored: [] as string[],
      finished: [] as string[],
    };
    const serverOf = (name: string) =>
      createFinishTry({
        tries: {
          usage: async () => ({ usage, model: null }),
          stopRecording: async () => {
            state.recording = false;
          },
          finish: async (_call: unknown, _event: unknown, options?: { gone: boolean }) => {
            if (state.finished.length > 0 || (state.recording && !options?.gone)) return false;
            state.finished.push(`${name} after ${state.stored.join(', ')}`);
            return true;
          },
        } as never,
        store: { find: async () => ({ id: 'c', tenantId: 't', status: state.status }) as never },
        organizations: { of: async () => settings } as never,
        recorders: { settled: async () => void state.stored.push(`words of ${name}`) },
        sessions: { whenOver: async () => {} },
        background: { retry: (_task: unknown, work: () => Promise<unknown>) => work() } as never,
        clock: { now: () => new Date(0) } as never,
      });
    const call = { id: 'c', tenantId: 't', status: 'completed', answeredAt: null, endedAt: null } as never;
    return { state, call, holder: serverOf('holder'), other: serverOf('other') };
  }

  test('a server that hears of the end first leaves it to the one that stores the last words', async () => {
    const { state, call, holder, other } = servers();
    state.status = 'completed';
    other.callEnded(call);
    await settledSoon();
    expect(state.finished).toEqual([]);
    await holder.sessionEnded(key);
    expect(state.finished).toEqual(['holder after words of other, words of holder']);
  });

  test('the end of the session alone ends nothing; that of the call afterwards does, on any server', async () => {
    const { state, call, holder, other } = servers();
    await holder.sessionEnded(key);
    expect(state.finished).toEqual([]);
    state.status = 'completed';
    other.callEnded(call);
    await settledSoon();
    expect(state.finished).toEqual(['other after words of holder, words of other']);
  });

  test('of a server that is gone nobody waits for the last words', async () => {
    const { state, call, other } = servers();
    await other.serverGone(call);
    expect(state.finished).toHaveLength(1);
  });
});

const settledSoon = () => new Promise<void>((resolve) => setImmediate(resolve));
