import { emptyAgentConfig } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import type { AgentProfile } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import { type CallActionsDeps, createCallActions } from './call-actions.ts';
import { createHandOverScript } from './hand-over-script.ts';

const call = { id: 'c', tenantId: 't', direction: 'outbound', carrierSid: 'CA1', session: 1 } as CallRecord;
const config = emptyAgentConfig('Dental');
const target = { name: 'Desk', number: '+15005551009', when: '', hours: 'always' } as const;
const agent = {
  config: { ...config, conversation: { ...config.conversation, transfers: [target] } },
} as AgentProfile;

const log = { debug() {}, info() {}, warn() {}, error() {} };

/** The actions of session 1, when the call has come to this session. */
function actionsOfFirst(latest: number, guardNumber = (_number: string) => {}) {
  const done: string[] = [];
  const tasks: Promise<unknown>[] = [];
  const deps = {
    store: { find: async () => ({ ...call, session: latest }) },
    life: { endAtCarrier: async () => void done.push('ended') },
    carriers: {
      of: () => ({
        redirect: async () => {
          done.push('redirected');
          return { kind: 'accepted' };
        },
      }),
    },
    background: { retry: (_task: object, act: () => Promise<unknown>) => void tasks.push(act()) },
    handOverScript: createHandOverScript({
      handOvers: { begin: async (_key, handOver) => ({ ...handOver, state: 'ringing' }) },
      contacts: { forCall: async () => null },
      rules: { maxSeconds: 60, forCarrier: () => ({ guardNumber }) } as never,
      clock: new ManualClock(),
      log,
    }),
    log,
  } as unknown as CallActionsDeps;
  const actions = createCallActions(deps, call, agent, 1, null);
  return { done, actions, settled: () => Promise.all(tasks) };
}

describe('CL30: a transfer target', () => {
  test('whose number must not be called is not dialled', async () => {
    const { done, actions } = actionsOfFirst(1, () => {
      throw new Error('premium rate');
    });
    expect(await actions.transfer(null, '')).toBe(false);
    expect(done).toEqual([]);
  });

  test('of another name than the agent has is not dialled', async () => {
    const { done, actions } = actionsOfFirst(1);
    expect(await actions.transfer('Somebody else', '')).toBe(false);
    expect(done).toEqual([]);
  });
});

describe('CL28: what a session does to its call', () => {
  test('happens while it is the latest', async () => {
    const { done, actions, settled } = actionsOfFirst(1);
    actions.hangUp();
    await settled();
    expect(await actions.transfer(null, '')).toBe(true);
    expect(done).toEqual(['ended', 'redirected']);
  });

  test('does not end or transfer the call that a later session has resumed', async () => {
    const { done, actions, settled } = actionsOfFirst(2);
    actions.hangUp();
    await settled();
    expect(await actions.transfer(null, '')).toBe(false);
    expect(done).toEqual([]);
  });
});
