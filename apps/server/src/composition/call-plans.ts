import { problemOf, type VoiceEngine } from '@parley/contract';
import { AppError } from '../errors.ts';
import type { CallingRules, CallPlan } from '../features/calls/call-rules.ts';
import {
  type CallingDecision,
  type CallingFacts,
  type CallingRefusal,
  decideCalling,
} from '../features/connections/decide-calling.ts';
import type { CarrierIdentity } from '../ports/carrier.ts';
import type { AddressBook } from '../ports/carrier-connection.ts';
import type { AccountDirectory, ConnectedAccount } from './account-directory.ts';

export interface CallPlanDeps {
  readonly directory: Pick<AccountDirectory, 'of'>;
  readonly addresses: AddressBook;
  /** All that decides, with a model of this machine asked whether it is there. */
  readonly facts: (tenantId: string, engine: VoiceEngine) => Promise<CallingFacts>;
  /** The same without asking anybody, for the engine of agents without one of their own. */
  readonly knownFacts: (tenantId: string) => CallingFacts;
  readonly refresh: () => Promise<void>;
  /** For tests with accounts of their own. */
  readonly chosenFor?: ((tenantId: string) => CarrierIdentity | null) | undefined;
}

/** Turns what is decided about calls into accounts of this server. */
export function createCallPlans(deps: CallPlanDeps): CallingRules {
  const { directory, chosenFor } = deps;
  const accountOf = (carrier: CarrierIdentity | null) => carrier && directory.of(carrier);
  const decided = (tenantId: string, facts: CallingFacts): CallingDecision => {
    if (!chosenFor) return decideCalling(facts);
    const chosen = accountOf(chosenFor(tenantId));
    if (!chosen) throw notConnected();
    return decideCalling(onAccount(facts, chosen));
  };

  return {
    carrierOf: (tenantId) => {
      if (chosenFor) return accountOf(chosenFor(tenantId))?.connection.carrier ?? null;
      const facts = deps.knownFacts(tenantId);
      const { side } = decideCalling(facts);
      return accountOf(side === 'sandbox' ? facts.sandbox : facts.account)?.connection.carrier ?? null;
    },

    plan: async (tenantId, engine) => {
      const decision = decided(tenantId, await deps.facts(tenantId, engine));
      if ('refused' in decision) throw refusalOf(decision.refused, engine);
      const account = accountOf(decision.carrier);
      if (!account) throw notConnected();
      const { carrier } = account.connection;
      return {
        ...{ carrier, side: decision.side, ...spokenBy(decision.voice, engine) },
        callbackUrl: carrier.connectionId === null ? null : deps.addresses.current(),
        callsAtOnce: account.limits?.callsAtOnce ?? null,
        callsPerSecond: account.limits?.callsPerSecond ?? null,
      };
    },

    inboundVoice: async (carrier, tenantId, engine) => {
      const account = accountOf(carrier);
      if (!account) return null;
      const decision = decideCalling(onAccount(await deps.facts(tenantId, engine), account));
      return 'refused' in decision ? null : spokenBy(decision.voice, engine);
    },

    tryVoice: async (tenantId, engine) => {
      const facts = await deps.facts(tenantId, engine);
      // By text no carrier takes part, so a server without a sandbox has tries too.
      const sandbox = facts.sandbox ?? { name: 'text', account: '' };
      const decision = decideCalling({ ...facts, said: 'sandbox', sandbox });
      return 'refused' in decision ? 'scripted' : decision.voice;
    },

    refresh: deps.refresh,
  };
}

/** As if this account were the one that the organization uses, on the side that it is on. */
function onAccount(facts: CallingFacts, { connection, sandbox }: ConnectedAccount): CallingFacts {
  const { carrier } = connection;
  if (sandbox) return { ...facts, said: 'sandbox', sandbox: carrier };
  return { ...facts, said: 'real', phone: { kind: 'environment' }, account: carrier, address: 'ready' };
}

/** The scripted agent writes and has no voice of its own: in the sandbox it is read out, whichever engine the agent has. */
function spokenBy(voice: string, engine: VoiceEngine): Pick<CallPlan, 'voiceSource' | 'engine'> {
  return { voiceSource: voice, engine: voice === 'scripted' ? 'relay' : engine };
}

const voices: Record<VoiceEngine, string> = { relay: 'model', realtime: 'speech service' };

function refusalOf(code: CallingRefusal, engine: VoiceEngine): AppError {
  const problem = problemOf(code, { voice: voices[engine] });
  return new AppError(code, `${problem.sentence} ${problem.remedy}`, { details: problem });
}

function notConnected(): AppError {
  return new AppError(
    'carrier_not_connected',
    'This server is not connected to the phone account of your organization. Ask your administrator.',
  );
}
