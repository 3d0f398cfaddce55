import type {
  CallDirection,
  CallReason,
  CallResult,
  CallStatus,
  TurnTiming,
  VoiceEngine,
} from '@parley/contract';
import {
  type CountedCost,
  callFacts,
  type Fact,
  followUpFacts,
  optOutFacts,
} from '../../../lib/report-facts.ts';
import type { CountedKind } from '../../../ports/reports.ts';

/** How the subjects of a kind are read, and what each adds to the figures. */
interface Subject {
  /** The ids after $2 of the tenant $1, in order. */
  readonly next: string;
  /** Those of the tenant $1 with an id of $2, each with the time zone of the organization; those that do not count are left out. */
  readonly read: string;
  factsOf(row: Record<string, unknown>, zone: string): Fact[];
}

/** Also for an organization that has no settings yet. */
export const zoneOf = `coalesce((select time_zone from organizations where tenant_id = $1), 'UTC')`;

interface CallRow {
  readonly created_at: Date;
  readonly sandbox: boolean;
  readonly direction: CallDirection;
  readonly status: CallStatus;
  readonly reason: CallReason | null;
  readonly answered: boolean;
  readonly duration: number | null;
  readonly outcome_result: CallResult | null;
  readonly agent_id: string | null;
  readonly agent_version: number | null;
  readonly template_id: string | null;
  readonly engine: VoiceEngine;
  readonly turns: readonly TurnTiming[];
  readonly currency: string | null;
  readonly carrier_micros: number;
  readonly carrier_state: CountedCost['carrierState'];
  readonly model_micros: number;
  readonly model_state: CountedCost['modelState'];
}

export const subjects: Readonly<Record<CountedKind, Subject>> = {
  call: {
    next: `select id from calls where tenant_id = $1 and id > $2 and mode <> 'try' order by id limit $3`,
    read: `
      select id, ${zoneOf} as zone, created_at, carrier = 'lab' as sandbox, direction, status, reason,
        answered_at is not null as answered, duration, outcome_result, agent_id, agent_version, template_id, engine,
        turns, cost.currency, cost.carrier_micros, cost.carrier_state, cost.model_micros, cost.model_state
      from calls left join call_costs as cost on cost.tenant_id = calls.tenant_id and cost.call_id = calls.id
      where calls.tenant_id = $1 and id = any ($2::uuid[]) and mode = 'live'`,
    factsOf: (row, zone) => {
      const call = row as unknown as CallRow;
      return callFacts(
        {
          createdAt: call.created_at,
          sandbox: call.sandbox,
          direction: call.direction,
          status: call.status,
          reason: call.reason,
          answered: call.answered,
          duration: call.duration,
          result: call.outcome_result,
          agentId: call.agent_id,
          version: call.agent_version,
          templateId: call.template_id,
          engine: call.engine,
          turns: call.turns,
          cost: call.currency === null ? null : costOf(call, call.currency),
        },
        zone,
      );
    },
  },
  'follow-up': {
    next: `select id from follow_ups where tenant_id = $1 and id > $2 order by id limit $3`,
    read: `
      select id, ${zoneOf} as zone, created_at, closed_at from follow_ups
      where tenant_id = $1 and id = any ($2::uuid[])`,
    factsOf: ({ created_at, closed_at }, zone) =>
      followUpFacts(created_at as Date, closed_at as Date | null, zone),
  },
  'opt-out': {
    next: `select id from do_not_call where tenant_id = $1 and id > $2 and source = 'call' order by id limit $3`,
    read: `
      select id, ${zoneOf} as zone, created_at from do_not_call
      where tenant_id = $1 and id = any ($2::uuid[]) and source = 'call'`,
    factsOf: ({ created_at }, zone) => optOutFacts(created_at as Date, zone),
  },
};

function costOf(call: CallRow, currency: string): CountedCost {
  return {
    currency,
    carrierMicros: call.carrier_micros,
    carrierState: call.carrier_state,
    modelMicros: call.model_micros,
    modelState: call.model_state,
  };
}

const order = ['call', 'follow-up', 'opt-out'] as const satisfies readonly CountedKind[];
export const firstStage = order[0];

/** What is counted after this; null: that was all. */
export const stageAfter = (kind: CountedKind): CountedKind | null => order[order.indexOf(kind) + 1] ?? null;
