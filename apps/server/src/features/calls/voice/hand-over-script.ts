import { briefingFor } from '@parley/contract';
import type { AgentProfile } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallScript } from '../../../ports/call-script.ts';
import type { CarrierIdentity } from '../../../ports/carrier.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ContactStore } from '../../../ports/contacts.ts';
import type { HandOvers } from '../../../ports/hand-overs.ts';
import type { Log } from '../../../ports/log.ts';
import type { CallRules } from '../call-rules.ts';
import { otherParty } from './brief.ts';
import { transferTargets } from './manners.ts';

export interface HandOverRequest {
  readonly call: CallRecord;
  readonly agent: AgentProfile;
  /** The session that hands over. */
  readonly session: number;
  /** The name of whom the other party is connected with; null: the agent's first or only number. */
  readonly to: string | null;
  /** Why a person is needed, in words. */
  readonly reason: string;
  readonly carrier: CarrierIdentity;
}

export interface HandOverScriptDeps {
  readonly handOvers: Pick<HandOvers, 'begin'>;
  readonly contacts: Pick<ContactStore, 'forCall'>;
  readonly rules: Pick<CallRules, 'maxSeconds' | 'forCarrier'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Calls a colleague, who sees our number. Null where there is none, they must not be called, or it cannot be stored. */
export type HandOverScript = (request: HandOverRequest) => Promise<CallScript | null>;

/** Shorter than most mailboxes wait. */
const ringSeconds = 25;
/** Two sentences: the colleague answers the phone for them. */
const longestReason = 300;

export function createHandOverScript(deps: HandOverScriptDeps): HandOverScript {
  const { rules, clock, log } = deps;
  return async ({ call, agent, session, to, reason, carrier }) => {
    const targets = transferTargets(agent.config);
    const target = to === null ? targets[0] : targets.find(({ name }) => name === to);
    if (!target) return null;
    const { number, name } = target;
    try {
      rules.forCarrier(carrier).guardNumber(number);
    } catch (err) {
      log.warn(
        { err, callId: call.id },
        'call not transferred: numbers of that country or type are not called',
      );
      return null;
    }
    const kind = target.kind ?? 'cold';
    const key = { tenantId: call.tenantId, callId: call.id, session };
    try {
      const briefing = kind === 'warm' ? await briefingOf(call, agent, reason) : '';
      await deps.handOvers.begin(key, { kind, target: name, number, briefing }, clock.now());
    } catch (err) {
      log.warn(
        { err, callId: call.id },
        'hand-over could not be stored; a cold hand-over goes ahead, a warm one has failed',
      );
      if (kind === 'warm') return null;
    }
    return {
      ...{ kind: 'hand-over', callId: call.id, session, number, ringSeconds },
      callerId: call.direction === 'inbound' ? call.to : call.from,
      // For an inbound call the carrier has no other limit.
      maxSeconds: rules.maxSeconds,
      briefed: kind === 'warm',
    };
  };

  async function briefingOf(call: CallRecord, agent: AgentProfile, reason: string): Promise<string> {
    const why = reason.slice(0, longestReason).toWellFormed();
    return briefingFor(agent.language, { who: await whoOf(call), why });
  }

  /** The name that the desk knows, or the number digit by digit. */
  async function whoOf(call: CallRecord): Promise<string | null> {
    const contact = await deps.contacts.forCall(call).catch(() => null);
    const number = otherParty(call);
    return contact?.name ?? (number === null ? null : [...number.replace('+', '')].join(' '));
  }
}
