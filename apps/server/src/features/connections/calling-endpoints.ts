import { type Calling, type Check, type GoLiveState, isBlocking } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../ports/caller.ts';
import type { ConnectionStore, FirstSteps, StoredCalling } from '../../ports/connections.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import { actorOf } from './changes.ts';

/** What a call of the organization would meet now. */
export type CallingNow = Pick<Calling, 'side' | 'refused' | 'speaker' | 'speakerName' | 'note' | 'country'>;

export interface CallingDeps {
  readonly store: Pick<ConnectionStore, 'setSide' | 'markLookedAt'>;
  readonly now: (tenantId: string) => Promise<CallingNow>;
  /** The side as it is stored, and what was looked at. Null: neither. */
  readonly stored: (tenantId: string) => StoredCalling | null;
  readonly checks: (tenantId: string) => Promise<Check[]>;
  /** Reads what is stored again, after a change. */
  readonly refresh: (tenantId: string) => Promise<void>;
  readonly organizationName: (tenantId: string) => Promise<string>;
  /** Null: this server has no sandbox, or it has not started yet. */
  readonly sandbox: () => Calling['sandbox'];
  readonly firstSteps: FirstSteps;
}

type Names = 'getCalling' | 'getGoLive' | 'lookAt' | 'goLive' | 'backToSandbox';

/** On which side calls are made, and how an organization goes from one to the other. */
export function callingEndpoints(deps: CallingDeps): Pick<Endpoints, Names> {
  const { store } = deps;

  const calling = async (tenantId: string): Promise<{ calling: Calling }> => {
    const now = await deps.now(tenantId);
    const steps = await deps.firstSteps.of(tenantId);
    return {
      calling: {
        ...now,
        sandbox: deps.sandbox(),
        firstSteps: { ...steps, live: now.side === 'real' },
        revision: deps.stored(tenantId)?.revision ?? 0,
      },
    };
  };
  const goLiveState = async (tenantId: string): Promise<GoLiveState> => {
    const { side } = await deps.now(tenantId);
    const checks = await deps.checks(tenantId);
    return {
      // Where calls are real already nothing is in the way of it.
      checks: side === 'real' ? checks.map((check) => ({ ...check, blocks: false })) : checks,
      side,
      revision: deps.stored(tenantId)?.revision ?? 0,
      organizationName: await deps.organizationName(tenantId),
    };
  };
  const switchTo = async (caller: Caller, side: Calling['side'], revision: number | null) => {
    const result = await store.setSide({ actor: actorOf(caller), side, revision });
    await deps.refresh(caller.tenantId);
    if (result.kind === 'stale') throw new AppError('settings_changed', staleSentence);
    return calling(caller.tenantId);
  };

  return {
    getCalling: ({ caller }) => calling(caller.tenantId),

    getGoLive: async ({ caller }) => ({ goLive: await goLiveState(caller.tenantId) }),

    lookAt: async ({ caller, body }) => {
      await store.markLookedAt(actorOf(caller), body.item);
      await deps.refresh(caller.tenantId);
      return { goLive: await goLiveState(caller.tenantId) };
    },

    goLive: async ({ caller, body }) => {
      // Another server may have changed something a moment ago.
      await deps.refresh(caller.tenantId);
      const state = await goLiveState(caller.tenantId);
      if (body.revision !== state.revision) throw new AppError('settings_changed', staleSentence);
      if (state.checks.some(isBlocking)) {
        const [first] = state.checks.filter(isBlocking);
        throw new AppError('not_ready', `Not ready yet: ${first?.message}`, { details: state });
      }
      if (body.confirmation !== state.organizationName.trim())
        throw new AppError('confirmation_wrong', `Type ${state.organizationName}, as it is written here.`);
      return switchTo(caller, 'real', body.revision);
    },

    backToSandbox: async ({ caller }) => {
      if (deps.sandbox() === null)
        throw new AppError('no_sandbox', 'This server has no sandbox. Disconnect the phone account instead.');
      // Whatever the page has shown: this is how somebody stops real calls in a hurry.
      return switchTo(caller, 'sandbox', null);
    },
  };
}

const staleSentence =
  'Somebody else has changed this since you opened the page. Nothing was changed. Look at it again.';
