import {
  type Calling,
  type ConnectionFacts,
  type GoLiveFacts,
  goLiveChecks,
  type NumberFacts,
  type ProblemValues,
  problemOf,
  type VoiceEngine,
} from '@parley/contract';
import type { Database } from '../adapters/postgres/database.ts';
import { countNeverCalled } from '../adapters/postgres/do-not-call/list.ts';
import { createFirstSteps } from '../adapters/postgres/first-steps.ts';
import { homeCountry } from '../features/calls/home-country.ts';
import { callingEndpoints } from '../features/connections/calling-endpoints.ts';
import { callingNow, modelNameOf, setUpOf } from '../features/connections/calling-now.ts';
import {
  type CallingDecision,
  type CallingFacts,
  decideCalling,
} from '../features/connections/decide-calling.ts';
import {
  belongsToDeployment,
  failureOf,
  namesOf,
  shownOf,
} from '../features/connections/present-connections.ts';
import type { CarrierIdentity } from '../ports/carrier.ts';
import type { StoredConnection, VoiceSource } from '../ports/connections.ts';
import type { Endpoints } from '../ports/endpoint.ts';
import type { OrganizationStore } from '../ports/organization-store.ts';
import type { OpenConnections } from './connections.ts';
import { sideSaidBy } from './environment-connections.ts';

type VoiceFacts = Pick<CallingFacts, 'voice' | 'probe'>;

interface KnownConnection extends ConnectionFacts {
  /** Null: the environment's. */
  readonly stored: StoredConnection | null;
}

export interface CallingDeps {
  readonly connections: OpenConnections;
  readonly database: Database;
  readonly organizations: Pick<OrganizationStore, 'get'>;
  /** The engine of agents without one of their own. */
  readonly standardEngine: VoiceEngine;
  readonly accounts: {
    /** The real account of the environment. */
    readonly environment: CarrierIdentity | null;
    /** One beside a real account is there some time after the start. */
    readonly sandbox: () => { readonly carrier: CarrierIdentity; readonly handsetUrl: string } | null;
    /** The account of a connection, as this server has it. */
    readonly ofConnection: (id: string) => CarrierIdentity | null;
  };
  readonly addressIsReady: () => boolean;
  /** Asks the carrier where calls to the numbers of a connected account go. */
  readonly numbersOf: (id: string) => Promise<NumberFacts[]>;
  /** How many people have each role. */
  readonly people: () => Promise<GoLiveFacts['people']>;
  /** Asks a model of this machine whether it is there. */
  readonly voiceFacts: (tenantId: string, engine: VoiceEngine) => Promise<VoiceFacts>;
  /** Without asking anybody. */
  readonly knownVoiceFacts: (tenantId: string, engine: VoiceEngine) => VoiceFacts;
}

/** On which side an organization's calls are made, with which account and voice, or why they are refused. */
export interface CallingFeature {
  /** For a call that is about to be made: a model of this machine is asked whether it is there. */
  facts(tenantId: string, engine: VoiceEngine): Promise<CallingFacts>;
  /** The same without asking anybody, for the engine of agents without one of their own. */
  knownFacts(tenantId: string): CallingFacts;
  readonly endpoints: Pick<Endpoints, 'getCalling' | 'getGoLive' | 'lookAt' | 'goLive' | 'backToSandbox'>;
  /** Writes down the side that the environment says, before the organization does anything (D10). */
  ensureSide(tenantId: string): Promise<void>;
}

export function openCalling(deps: CallingDeps): CallingFeature {
  const { connections, accounts, standardEngine } = deps;
  const { registry, store, environment } = connections;
  const snapshot = () => registry.snapshot();

  /** What the environment sets is not tried. */
  const addressOf = (): CallingFacts['address'] => {
    if (!deps.addressIsReady()) return 'none';
    const stored = environment.address === null ? snapshot().ofDeployment('address') : null;
    const failure = stored && failureOf(stored);
    // Where servers of two releases run, the carrier reaches one of them all the same.
    return failure && failure.problem.code !== 'address_other_release' ? 'failing' : 'ready';
  };

  const factsOf = (tenantId: string, voice: VoiceFacts): CallingFacts => {
    const phone = setUpOf(snapshot().shown(tenantId, 'phone'), environment.phone !== null);
    return {
      // Of the organization, whichever engine an agent has.
      said: connections.sideOf(tenantId),
      phone,
      account: phone.kind === 'connected' ? accounts.ofConnection(phone.id) : accounts.environment,
      address: addressOf(),
      sandbox: accounts.sandbox()?.carrier ?? null,
      ...voice,
    };
  };
  const knownFacts = (tenantId: string) => factsOf(tenantId, deps.knownVoiceFacts(tenantId, standardEngine));
  const known = (tenantId: string): CallingDecision => decideCalling(knownFacts(tenantId));

  const voiceKind = standardEngine === 'realtime' ? 'speech' : 'model';
  const connection = (tenantId: string, kind: 'phone' | 'address' | 'model' | 'speech'): KnownConnection => {
    const set = environment[kind];
    const ofEnvironment = { shown: set, problem: null, stored: null };
    if (set !== null && belongsToDeployment(kind)) return ofEnvironment;
    const stored = kind === 'address' ? snapshot().ofDeployment(kind) : connections.shown(tenantId, kind);
    if (stored === null) return ofEnvironment;
    if (stored.state !== 'active') return { shown: null, problem: null, stored: null };
    return { shown: shownOf(stored), problem: failureOf(stored)?.problem ?? null, stored };
  };
  /** By the rule that refuses calls, so that the page never says ready where a call is then refused. */
  const addressFacts = (tenantId: string): KnownConnection => {
    const found = connection(tenantId, 'address');
    if (found.shown === null || found.problem !== null || deps.addressIsReady()) return found;
    return { ...found, problem: problemOf('address_http') };
  };
  const modelOf = (voice: VoiceSource) => {
    if (voice === 'scripted') return null;
    if (voice === 'environment') return modelNameOf(environment[voiceKind]);
    const stored = snapshot().byId(voice);
    return stored && modelNameOf(shownOf(stored));
  };
  const voiceNames = (tenantId: string): ProblemValues => {
    const { stored, shown } = connection(tenantId, voiceKind);
    const model = modelNameOf(shown);
    return stored ? namesOf(stored.settings) : { ...(model !== null && { model }) };
  };
  const countryOf = (tenantId: string, side: Calling['side']) => {
    const { shown } = connection(tenantId, 'phone');
    const mainNumber = shown?.kind === 'phone' ? shown.main : null;
    return side === 'sandbox' || mainNumber === null
      ? homeCountry({ mainNumber: '', sandbox: true })
      : homeCountry({ mainNumber, sandbox: false });
  };

  return {
    facts: async (tenantId, engine) => factsOf(tenantId, await deps.voiceFacts(tenantId, engine)),
    knownFacts,

    endpoints: callingEndpoints({
      store,
      now: async (tenantId) => {
        const decision = known(tenantId);
        return callingNow(decision, {
          engine: standardEngine,
          modelOf,
          values: voiceNames(tenantId),
          country: countryOf(tenantId, decision.side),
        });
      },
      stored: (tenantId) => snapshot().calling(tenantId),
      checks: async (tenantId) => {
        const phone = connection(tenantId, 'phone');
        const id = phone.problem === null ? phone.stored?.id : undefined;
        const [numbers, neverCalled, people] = await Promise.all([
          id === undefined ? [] : deps.numbersOf(id),
          countNeverCalled(deps.database, tenantId),
          deps.people(),
        ]);
        return goLiveChecks({
          ...{ phone, numbers, neverCalled, people },
          address: addressFacts(tenantId),
          voice: { ...connection(tenantId, voiceKind), kind: voiceKind },
          lookedAt: snapshot().calling(tenantId).lookedAt,
        });
      },
      refresh: () => registry.refresh(),
      organizationName: async (tenantId) =>
        (await deps.organizations.get(tenantId))?.settings.name ?? tenantId,
      sandbox: () => {
        const found = accounts.sandbox();
        return found && { handsetUrl: found.handsetUrl };
      },
      firstSteps: createFirstSteps(deps.database),
    }),

    ensureSide: async (tenantId) => {
      if (sideSaidBy(environment) === 'real' && snapshot().calling(tenantId).side === null) {
        await store.sideOfEnvironment(tenantId);
        await registry.refresh();
      }
    },
  };
}
