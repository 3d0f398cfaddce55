import {
  isTerminal,
  normalizePhoneNumber,
  type PlaceCallResponse,
  phoneNumberSentence,
} from '@parley/contract';
import { AppError } from '../../errors.ts';
import { countDialRefusal } from '../../lib/metrics/metrics.ts';
import type { AgentStore, AgentSummary, PlacingManners } from '../../ports/agent-store.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { CallAdmission, CallReservation } from '../../ports/call-admission.ts';
import type { CallStore } from '../../ports/call-store.ts';
import type { Carrier } from '../../ports/carrier.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContactStore } from '../../ports/contacts.ts';
import type { DoNotCallList } from '../../ports/do-not-call.ts';
import { type Log, maskNumber } from '../../ports/log.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import type { Background } from './background.ts';
import type { CallLifecycle } from './call-lifecycle.ts';
import { fingerprintOf, type PlaceCallRequest } from './call-request.ts';
import type { CallPlan, CallRules } from './call-rules.ts';
import type { CallTimes } from './call-times.ts';
import type { Carriers } from './carriers.ts';
import { contactOf } from './contact-of-call.ts';
import { doNotCallRefusal } from './do-not-call-refusal.ts';
import { expectedMicros } from './expected-cost.ts';
import { archivedAgent, notAdmitted } from './not-admitted.ts';
import type { PlacingQueue } from './placing-queue.ts';
import type { Reconcile } from './reconcile.ts';
import { refusalError } from './refusals.ts';
import { createRepeatedCall } from './repeated-call.ts';
import { callNotSent, resultOfFirstRequest } from './repeated-request.ts';
import { atMachines, longestCallSeconds, waitsForGreetingEnd } from './voice/manners.ts';

export interface PlaceCallDeps {
  readonly agents: AgentStore;
  readonly admission: CallAdmission;
  readonly doNotCall: Pick<DoNotCallList, 'find'>;
  readonly organizations: Organizations;
  readonly store: CallStore;
  readonly carriers: Pick<Carriers, 'of'>;
  readonly life: CallLifecycle;
  readonly reconcile: Reconcile;
  readonly queue: PlacingQueue;
  readonly rules: CallRules;
  readonly times: CallTimes;
  readonly clock: Clock;
  readonly background: Background;
  readonly newId: () => string;
  readonly contacts: Pick<ContactStore, 'ensure' | 'removeUnused'>;
}

/**
 * Checks, then inserts the row, marks it as being sent, and asks the carrier to dial, in this order: a crash in between
 * never leads to a second dial. No lock and no database connection is held while the carrier answers.
 */
export function createPlaceCall(deps: PlaceCallDeps) {
  const place = createPlaceOrRepeat(deps);
  return (request: PlaceCallRequest): Promise<PlaceCallResponse> =>
    place(request).catch((error: unknown) => {
      if (error instanceof AppError) countDialRefusal(error.code);
      throw error;
    });
}

/**
 * Whoever repeats a request after a lost answer gets the call, whatever would refuse it by now: after a refusal they would ask
 * for a second one. The admission looks for the key before all else, so only what is refused before that is looked up here.
 */
function createPlaceOrRepeat(deps: PlaceCallDeps) {
  const place = createPlaceOnly(deps);
  const repeatedCall = createRepeatedCall(deps);
  return async (request: PlaceCallRequest): Promise<PlaceCallResponse> => {
    const reached = { admission: false };
    try {
      return await place(request, reached);
    } catch (error) {
      const isRefusal = error instanceof AppError && error.cause === undefined;
      const earlier = isRefusal && !reached.admission ? await repeatedCall(request) : null;
      if (earlier) return earlier;
      throw error;
    }
  };
}

function createPlaceOnly(deps: PlaceCallDeps) {
  const dial = createDialCall(deps);
  return async (asked: PlaceCallRequest, reached: { admission: boolean }): Promise<PlaceCallResponse> => {
    refuseWhileDraining(deps);
    const to = normalizePhoneNumber(asked.phoneNumber);
    if (to === null) throw new AppError('invalid_phone_number', phoneNumberSentence);
    const request = asked.writeMessage ? { ...asked, message: await asked.writeMessage() } : asked;
    const { agent, plan } = await planFor(deps, request, to);
    const { campaign = null } = request;
    const expected = campaign?.side ?? request.side;
    if (expected && plan.side !== expected) throw notAdmitted(sideChanged);

    const contact = await contactOf(deps.contacts, request, to);
    const callId = campaign?.callId ?? request.test?.callId ?? deps.newId();
    let mayBeStored = false;
    const attempt = async ({ agent, plan }: PlannedCall) => {
      refuseWhileDraining(deps);
      // Created after the wait in the queue: its time starts the limits and the time within which the call must be
      // sent.
      const order = {
        ...orderOf(deps, plan, request, agent, to, callId, contact.id),
        expectedMicros: await expectedMicros(deps.organizations, request.caller.tenantId, plan),
      };
      mayBeStored = true;
      reached.admission = true;
      const admission = await deps.admission.reserve(order, deps.rules.limits);
      mayBeStored = admission.kind === 'admitted';
      const conversation = agent.conversation && atMachines(agent.conversation, order.onMachine ?? null);
      if (admission.kind === 'admitted')
        await dial(plan.carrier, { ...order, conversation: conversation ?? null }, request.log);
      return admission;
    };
    const decide = async () => {
      const first = await attempt({ agent, plan });
      if (first.kind !== 'side_changed' && first.kind !== 'disconnected') return first;
      // Another server has changed it a moment ago.
      await deps.rules.calling.refresh();
      // Whoever asked for a call of the sandbox has not asked for a real one, nor the reverse: they look and ask again.
      if (first.kind === 'side_changed') return first;
      const now = await planFor(deps, request, to);
      return now.plan.side === plan.side ? attempt(now) : sideChanged;
    };
    const decision = await deps.queue.run(request.caller.tenantId, decide).finally(async () => {
      // A call that was refused leaves nothing, nor does its name.
      if (contact.isNew && contact.id !== null && !mayBeStored)
        await deps.contacts.removeUnused(request.caller, contact.id);
    });
    switch (decision.kind) {
      case 'admitted':
        return { to, callId };
      case 'repeated':
        await resultOfFirstRequest(deps, decision.callId);
        return { to: decision.to, callId: decision.callId };
      case 'do_not_call':
        throw await doNotCallRefusal(deps.doNotCall, deps.organizations, request.caller.tenantId, to);
      default:
        throw notAdmitted(decision);
    }
  };
}

interface PlannedCall {
  readonly agent: CallableAgent;
  readonly plan: CallPlan;
}

/** With which account, voice and number the agent would call, or why it cannot. */
export async function planFor(
  deps: PlaceCallDeps,
  { caller: { tenantId }, agentId, message, agentVersion }: PlaceCallRequest,
  to: string,
): Promise<PlannedCall> {
  const shown = deps.rules.calling.carrierOf(tenantId);
  const version = agentVersion ?? undefined;
  const agent = callable(await deps.agents.get(tenantId, agentId, shown, version));
  if (shown) deps.rules.forCarrier(shown).guardNumber(to);
  const engine = agent.engine ?? deps.rules.defaultEngine;
  const planned = await deps.rules.calling.plan(tenantId, engine);
  const { name, account } = planned.carrier;
  const carrier = deps.carriers.of({ carrier: name, carrierAccount: account });
  if (!carrier) throw new AppError('carrier_not_connected', notConnectedSentence);
  const plan = { ...planned, carrier };
  deps.rules.forCarrier(carrier).guardNumber(to);
  if (!deps.rules.canRead(plan.voiceSource, message))
    throw new AppError('instructions_not_english', notEnglishSentence);
  if (planned.carrier === shown) return { agent, plan };
  // The number that the agent calls from is one of the account.
  return { agent: callable(await deps.agents.get(tenantId, agentId, plan.carrier, version)), plan };
}

type CallableAgent = AgentSummary & { readonly publishedVersion: number };

function callable(agent: AgentSummary | null): CallableAgent {
  if (!agent) throw new AppError('agent_not_found', 'There is no such agent.');
  if (agent.archivedAt !== null) throw archivedAgent();
  const { publishedVersion } = agent;
  if (publishedVersion === null)
    throw new AppError(
      'agent_not_published',
      'This agent was never published, so it makes no calls. Publish it first.',
    );
  return { ...agent, publishedVersion };
}

const notConnectedSentence =
  'This server is not connected to the phone account of your organization. Ask your administrator.';

const sideChanged = { kind: 'side_changed' } as const;

/** The scripted agent would read instructions in another language out as English. */
const notEnglishSentence =
  'No language model is set up, and the scripted agent only understands instructions in English. Write them in English, or ask your administrator to set up a model.';

export function refuseWhileDraining({ rules }: PlaceCallDeps): void {
  if (rules.draining())
    throw new AppError(
      'shutting_down',
      'The server is stopping and takes no new calls. Please try again in a minute.',
    );
}

export function orderOf(
  deps: PlaceCallDeps,
  { carrier, side, voiceSource, engine, callbackUrl, callsAtOnce }: CallPlan,
  request: PlaceCallRequest,
  agent: CallableAgent,
  to: string,
  callId: string,
  contactId: string | null,
): CallReservation {
  const { caller, message } = request;
  return {
    tenantId: caller.tenantId,
    userId: caller.userId,
    userName: caller.displayName.trim() || null,
    callId,
    agentId: agent.id,
    agentVersion: request.agentVersion ?? agent.publishedVersion,
    carrier: carrier.name,
    carrierAccount: carrier.account,
    connectionId: carrier.connectionId,
    ...{ side, voiceSource, engine, callbackUrl, callsAtOnce },
    to,
    from: deps.rules.forCarrier(carrier).callerIdOf(agent.phoneNumber),
    instructions: message,
    templateId: request.templateId ?? null,
    contactId,
    followUpId: request.followUpId ?? null,
    campaignId: request.campaign?.id ?? null,
    purpose: request.purpose ?? null,
    onMachine: request.onMachine ?? null,
    externalId: request.externalId ?? null,
    idempotencyKey: request.idempotencyKey,
    fingerprint: fingerprintOf(request, agent.id, to),
    at: deps.clock.now(),
  };
}

export type DialCall = (
  carrier: Carrier,
  order: Pick<CallReservation, 'callId' | 'tenantId' | 'to' | 'from' | 'callbackUrl'> & {
    readonly agentId: string | null;
    /** What the carrier has to know of the agent; left out, it is as with an agent that sets nothing. */
    readonly conversation?: PlacingManners | null;
  },
  log: Log,
) => Promise<void>;

export type DialCallDeps = Pick<
  PlaceCallDeps,
  'life' | 'clock' | 'rules' | 'background' | 'times' | 'reconcile'
>;

/** Asks the carrier to dial a call that is stored. */
export function createDialCall(deps: DialCallDeps): DialCall {
  return (carrier, order, log) => dialStored(deps, carrier, order, log);
}

async function dialStored(
  deps: DialCallDeps,
  carrier: Carrier,
  order: Parameters<DialCall>[1],
  log: Log,
): Promise<void> {
  const { life, clock } = deps;
  const { callId, tenantId, to, from } = order;
  const call = { id: callId, tenantId };
  const fields = { callId, agentId: order.agentId, to: maskNumber(to) };
  const sendingAt = clock.now();
  const sending = await life.apply(call, { type: 'sending', at: sendingAt });
  if (!sending?.changed || isTerminal(sending.call.status)) return refuseUnsent(sending?.call ?? null);
  // The process was stopped for a while: other servers have looked for the call and told that it failed.
  if (clock.now().getTime() - sendingAt.getTime() > deps.times.lookup) {
    log.warn(fields, 'call not sent: this server was stopped for too long before it could ask the carrier');
    await life.apply(call, { type: 'given_up', reason: 'unconfirmed', at: clock.now() });
    throw callNotSent();
  }

  const { conversation = null } = order;
  const outcome = await carrier.place({
    ...{ callId, to, from },
    callbackUrl: order.callbackUrl ?? null,
    maxSeconds: longestCallSeconds(conversation?.maxMinutes ?? null, deps.rules.maxSeconds),
    detectGreetingEnd: conversation !== null && waitsForGreetingEnd(conversation),
  });
  switch (outcome.kind) {
    case 'placed':
      log.info({ ...fields, sid: outcome.call.sid }, 'call placed');
      // The call exists: a failure from here on must not lead to a second dial.
      await life
        .applyPlaced(carrier, outcome.call, call)
        .catch((err: unknown) =>
          log.warn(
            { ...fields, err },
            'call was placed, but its row could not be updated; the reconciler will update it',
          ),
        );
      return;
    case 'refused': {
      const { reason, carrierCode } = outcome.refusal;
      log.info({ ...fields, reason, carrierCode }, 'call refused by the carrier');
      await life.apply(call, { type: 'refused', reason, at: clock.now() }, { releaseKey: true });
      throw refusalError(reason);
    }
    case 'unknown':
      log.warn({ ...fields, detail: outcome.detail }, 'the carrier did not confirm a call; looking for it');
      deps.background.later(deps.times.checksAfterUnknown, { task: 'looking for a call', callId }, () =>
        deps.reconcile.byId(callId),
      );
  }
}

/** The call was ended from the desk before it was sent, or given up by another server because this one was slow. */
function refuseUnsent(call: CallRecord | null): void {
  if (call?.status !== 'canceled') throw callNotSent();
}
