import { type CallReason, isTerminal } from '@parley/contract';
import type { AgentStore, CalledNumber } from '../../ports/agent-store.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { CallScript } from '../../ports/call-script.ts';
import type { CallStore } from '../../ports/call-store.ts';
import type { Carrier } from '../../ports/carrier.ts';
import type { InboundCall } from '../../ports/carrier-connection.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InboundAdmission, NewInboundCall } from '../../ports/inbound-admission.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import { type AnswerScript, announcementsIn } from './answer-script.ts';
import type { Background } from './background.ts';
import type { CallRules } from './call-rules.ts';
import type { CallTimes } from './call-times.ts';
import { isOwn } from './carriers.ts';
import type { InboundRefusals } from './inbound-refusals.ts';
import type { Reconcile } from './reconcile.ts';

export interface ReceiveCallDeps {
  readonly store: CallStore;
  readonly inbound: InboundAdmission;
  readonly refusals: InboundRefusals;
  readonly agents: AgentStore;
  readonly organizations: Organizations;
  readonly reconcile: Reconcile;
  readonly rules: CallRules;
  readonly answer: AnswerScript;
  readonly clock: Clock;
  readonly times: CallTimes;
  readonly background: Background;
  readonly newId: () => string;
}

export type ReceiveCall = (
  carrier: Carrier,
  inbound: InboundCall,
) => Promise<{ call: CallRecord | null; script: CallScript }>;

/**
 * An inbound call is answered by the agent of the number called, as the account that reports the call has it: another
 * account can claim any number. A number without an agent plays an announcement, and so
 * does a call beyond the limits; in a flood of those the call is rejected as busy, which costs nothing and stores no row.
 */
export function createReceiveCall(deps: ReceiveCallDeps): ReceiveCall {
  return async (carrier, inbound) => {
    const owner = deps.rules.forCarrier(carrier).tenantId;
    const called = ownedBy(owner, await deps.agents.answering(inbound.to, carrier));
    const agent = called?.agent ?? null;
    const engine = agent?.engine ?? deps.rules.defaultEngine;
    const tenantId = called?.tenantId ?? owner ?? deps.rules.defaultTenant;
    const voice = agent && (await deps.rules.calling.inboundVoice(carrier, tenantId, engine));
    const reason = agent === null ? 'no_agent' : voice === null ? 'no_model' : null;
    const spoken = voice ?? { voiceSource: null, engine };
    const row = { ...rowOf(deps, carrier, inbound, called, reason), tenantId, ...spoken };
    const decision = await deps.inbound.admit(row, deps.rules.inboundLimits);
    if (decision.kind === 'dropped') {
      deps.refusals.count(decision.reason);
      return { call: null, script: { kind: 'reject' } };
    }
    const { call } = decision;
    // The sid is one of another carrier's call.
    if (!isOwn(call, carrier)) return { call: null, script: { kind: 'hang-up' } };
    // A repeated webhook about a call that has ended: no token is issued.
    if (isTerminal(call.status) || call.endRequestedAt !== null) return { call, script: { kind: 'hang-up' } };
    // No callback reports that our answer was taken, so the call is fetched, unless a session has reported it.
    deps.background.later(
      deps.times.checksAfterInbound,
      { task: 'comparing an inbound call', callId: call.id },
      async () => {
        const now = await deps.store.find({ id: call.id });
        if (now?.status === call.status) await deps.reconcile.byId(call.id);
      },
    );
    const announce = async (name: 'tooMany' | 'noAgent' | 'noModel') => {
      const language = agent?.language ?? (await deps.organizations.of(call.tenantId)).language;
      return { call, script: announcementsIn(language)[name] };
    };
    if (decision.kind === 'refused') return announce('tooMany');
    // As it was decided when the call arrived: the carrier may repeat its request after the number has lost its agent.
    if (call.reason === 'no_agent') return announce('noAgent');
    if (call.reason === 'no_model') return announce('noModel');
    return { call, script: await deps.answer(call) };
  };
}

/** A number that another organization has registered says nothing about calls to an account that this one connected. */
function ownedBy(owner: string | null, called: CalledNumber | null): CalledNumber | null {
  return owner === null || called?.tenantId === owner ? called : null;
}

function rowOf(
  deps: ReceiveCallDeps,
  carrier: Carrier,
  inbound: InboundCall,
  called: CalledNumber | null,
  reason: CallReason | null,
): Omit<NewInboundCall, 'tenantId' | 'voiceSource' | 'engine'> {
  const agent = called?.agent ?? null;
  return {
    id: deps.newId(),
    agentId: agent?.id ?? null,
    agentVersion: agent?.publishedVersion ?? null,
    carrier: carrier.name,
    carrierAccount: carrier.account,
    connectionId: carrier.connectionId,
    callbackUrl: inbound.callbackUrl ?? null,
    carrierSid: inbound.update.sid,
    from: inbound.from,
    to: inbound.to,
    reason,
    createdAt: deps.clock.now(),
  };
}
