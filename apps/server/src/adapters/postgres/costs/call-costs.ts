import {
  type CallDirection,
  type CostState,
  type ExchangeRate,
  isTerminal,
  type Prices,
  type Spending,
  spendingLevel,
  type VoiceEngine,
} from '@parley/contract';
import type { QueueName } from '../../../jobs/queues.ts';
import { type CostFacts, type CostPart, costOfCall, type ModelUse } from '../../../lib/costs/call-cost.ts';
import { type KeptPrices, pricesFor, pricesToKeep } from '../../../lib/costs/kept-prices.ts';
import { nextQuestion } from '../../../lib/costs/price-questions.ts';
import { isSandbox } from '../../../ports/call.ts';
import type { CallCosts, PriceQuestion, ReportedPrice, TokenUse } from '../../../ports/call-costs.ts';
import type { JobScheduler } from '../../../ports/jobs.ts';
import type { CallKey } from '../../../ports/transcript-store.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { openTransaction } from '../open-transaction.ts';
import { settleLockTimeout } from '../settle-lock-timeout.ts';
import { readSpending } from './spending.ts';

export const priceQueue: QueueName = 'call-price';

/** Between servers. Shorter than the shortest time between two questions. */
const clocksDifferMs = 30_000;

export function createCallCosts(
  database: Database,
  scheduler: Pick<JobScheduler, 'once'>,
  lockTimeout = settleLockTimeout,
): CallCosts {
  const schedule = (tx: Transaction, { tenantId, callId }: CallKey, at: Date) =>
    scheduler.once(
      { tenantId, queue: priceQueue, key: callId, data: { tenantId, callId } },
      at,
      openTransaction(tx),
    );
  /** Where another server has asked meanwhile, that one's answer stands. */
  const askLater = (call: CallKey, { asked }: PriceQuestion, askedNow: number, at: Date | null) =>
    database.asSystem(async (tx) => {
      const { rows } = await tx.execute(sql`
        update call_costs set asked = ${askedNow}, ask_at = ${at?.toISOString() ?? null}::timestamptz
        where tenant_id = ${call.tenantId} and call_id = ${call.callId} and asked = ${asked} and ask_at is not null
        returning 1`);
      if (rows.length > 0 && at !== null) await schedule(tx, call, at);
    });

  return {
    settle: (call, now, reported) =>
      database.asSystem(async (tx) => {
        await lock(tx, call, lockTimeout);
        const row = await read(tx, call);
        if (!row || row.mode === 'try') {
          await release(tx, call);
          return null;
        }
        if (!isTerminal(row.status)) return null;
        const facts = factsOf(row, reported);
        const { carrier: counted, model } = keptCurrency(row, facts) ?? costOfCall(facts);
        const carrier = reported ? counted : (decidedBefore(row) ?? counted);
        const askAt = questionTime(row, facts, carrier, now);
        const prices = isOtherCurrency(row)
          ? row.kept_prices
          : pricesToKeep(
              facts.prices,
              facts.usage.map((use) => use.model),
            );
        if (askAt !== null && askAt.getTime() !== row.ask_at?.getTime()) await schedule(tx, call, askAt);
        // Last: from here on every other call of the organization waits for the sum of the day.
        const isNew = await store(tx, call, { row, carrier, model, prices, reported: facts.reported, askAt });
        const spending = row.has_limits ? await readSpending(tx, call.tenantId, now) : null;
        // Pages show a bar then; below that nobody has to look.
        if (isNew && spending && isNear(spending))
          await notify(tx, { tenantId: call.tenantId, kind: 'listed', list: 'spending' });
        return {
          micros: carrier.micros + model.micros,
          ...{ carrierState: carrier.state, modelState: model.state },
          spending,
        };
      }),

    question: (call, now) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute<{
          [column: string]: unknown;
          ask_at: Date | string;
          ended_at: Date | string;
        }>(sql`
          select calls.carrier, calls.carrier_account, calls.carrier_sid, cost.asked, cost.ask_at,
            coalesce(calls.ended_at, calls.created_at) as ended_at
          from call_costs as cost join calls on calls.tenant_id = cost.tenant_id and calls.id = cost.call_id
          where cost.tenant_id = ${call.tenantId} and cost.call_id = ${call.callId} and cost.ask_at is not null
            and calls.carrier_sid is not null`);
        const [row] = rows;
        if (!row) return null;
        const askAt = new Date(row.ask_at);
        if (askAt.getTime() > now.getTime() + clocksDifferMs) {
          // The schedule may be gone already, taken by a server whose clock is ahead.
          await schedule(tx, call, askAt);
          return null;
        }
        return {
          ...{ carrier: String(row.carrier), carrierAccount: row.carrier_account as string | null },
          ...{ carrierSid: String(row.carrier_sid), asked: Number(row.asked) },
          endedAt: new Date(row.ended_at),
        };
      }),

    postpone: (call, question, at) => askLater(call, question, question.asked + 1, at),
    leaveToOthers: (call, question, at) => askLater(call, question, question.asked, at),

    setUse: (call, source, model, use) => write(database, call, source, model, use, 'excluded.'),
    addUse: (call, source, model, use) => write(database, call, source, model, use, 'used. + excluded.'),
  };
}

/** One settles at a time: the answer of a carrier and the end of a summary may come together. */
async function lock(tx: Transaction, { callId }: CallKey, lockTimeout: string): Promise<void> {
  await Promise.all([
    tx.execute(sql`select set_config('lock_timeout', ${lockTimeout}, true)`),
    tx.execute(sql`select pg_advisory_xact_lock(hashtext('parley cost'), hashtext(${callId}))`),
  ]);
}

async function release(tx: Transaction, { tenantId, callId }: CallKey): Promise<void> {
  await tx.execute(
    sql`delete from spending_reservations where tenant_id = ${tenantId} and call_id = ${callId}`,
  );
}

interface CostRow {
  readonly [column: string]: unknown;
  readonly mode: string;
  readonly status: Parameters<typeof isTerminal>[0];
  readonly direction: CallDirection;
  readonly engine: VoiceEngine;
  readonly carrier: string;
  readonly seconds: number | null;
  readonly day: string;
  readonly more: boolean;
  readonly currency: string;
  readonly prices: Prices;
  readonly kept_prices: KeptPrices | null;
  readonly rates: ExchangeRate[] | null;
  readonly has_limits: boolean;
  /** The rest is null before the first time. */
  readonly stored_currency: string | null;
  readonly carrier_micros: number;
  readonly carrier_state: CostState;
  readonly model_micros: number;
  readonly model_state: CostState;
  readonly told_micros: number | null;
  readonly told_currency: string | null;
  readonly asked: number | null;
  readonly ask_at: Date | null;
  readonly usage: { readonly [column: string]: unknown }[] | null;
}

/** Locks the call: one that is being removed has no cost any more. */
async function read(tx: Transaction, { tenantId, callId }: CallKey): Promise<CostRow | null> {
  const { rows } = await tx.execute<CostRow>(sql`
    select calls.mode, calls.status, calls.direction, calls.engine, calls.carrier,
      case when answered_at is not null then
        greatest(coalesce(duration, ceil(extract(epoch from ended_at - answered_at))), 0)::int end as seconds,
      (calls.created_at at time zone organization.time_zone)::date::text as day,
      calls.summary_state = 'pending' or calls.outcome_state = 'pending' as more,
      organization.currency, organization.prices, limits.rates -> 'list' as rates,
      coalesce(limits.day_micros, limits.month_micros) is not null as has_limits,
      cost.currency as stored_currency, cost.carrier_micros, cost.carrier_state, cost.model_micros, cost.model_state,
      cost.told_micros, cost.told_currency, cost.asked, cost.ask_at, cost.prices as kept_prices,
      (select json_agg(json_build_object('model', model, 'input_tokens', input_tokens, 'output_tokens', output_tokens,
         'audio_input_tokens', audio_input_tokens, 'audio_output_tokens', audio_output_tokens, 'exact', exact)
         order by source, model)
       from call_usage as used where used.tenant_id = calls.tenant_id and used.call_id = calls.id) as usage
    from calls join organizations as organization on organization.tenant_id = calls.tenant_id
    left join spending_limits as limits on limits.tenant_id = calls.tenant_id
    left join call_costs as cost on cost.tenant_id = calls.tenant_id and cost.call_id = calls.id
    where calls.tenant_id = ${tenantId} and calls.id = ${callId}
    for key share of calls`);
  const [row] = rows;
  return row ? { ...row, ask_at: row.ask_at === null ? null : new Date(row.ask_at) } : null;
}

function factsOf(row: CostRow, reported: ReportedPrice | undefined): CostFacts {
  const { told_micros: micros, told_currency: currency } = row;
  return {
    ...{ direction: row.direction, engine: row.engine, sandbox: isSandbox(row), seconds: row.seconds },
    reported: reported ?? (micros === null || currency === null ? null : { micros, currency }),
    usage: (row.usage ?? []).map(useOf),
    moreUsageComes: row.more,
    currency: row.currency,
    prices: pricesFor(isOtherCurrency(row) ? null : row.kept_prices, row.prices),
    rates: row.rates ?? [],
  };
}

function useOf(row: { readonly [column: string]: unknown }): ModelUse {
  return {
    model: String(row.model),
    ...{ inputTokens: Number(row.input_tokens), outputTokens: Number(row.output_tokens) },
    audioInputTokens: Number(row.audio_input_tokens),
    audioOutputTokens: Number(row.audio_output_tokens),
    exact: row.exact === true,
  };
}

const isOtherCurrency = ({ stored_currency: stored, currency }: CostRow) =>
  stored !== null && stored !== currency;

/** The organization counts in another currency by now, and its prices are of that one: the call keeps what it had (CO5). */
function keptCurrency(
  row: CostRow,
  { reported }: CostFacts,
): { readonly carrier: CostPart; readonly model: CostPart } | null {
  if (!isOtherCurrency(row)) return null;
  const isReported = reported !== null && reported.currency === row.stored_currency;
  return {
    carrier: isReported
      ? { micros: reported.micros, state: 'final' }
      : { micros: row.carrier_micros, state: row.carrier_state },
    model: { micros: row.model_micros, state: row.model_state },
  };
}

/** The carrier has reported the price: neither another rate nor other prices change what that came to (CO5). */
function decidedBefore({ told_micros, carrier_micros, carrier_state }: CostRow): CostPart | null {
  return told_micros === null ? null : { micros: carrier_micros, state: carrier_state };
}

/** When the carrier is asked for the price, which it tells some time after the call; null: there is nothing to ask. */
function questionTime(row: CostRow, facts: CostFacts, carrier: CostPart, now: Date): Date | null {
  if (facts.sandbox || facts.seconds === null || facts.reported !== null || carrier.state === 'final')
    return null;
  return (row.asked ?? 0) === 0 ? (row.ask_at ?? nextQuestion(0, now)) : row.ask_at;
}

/** Stores the cost, and lets go of what was reserved for the call. */
async function store(
  tx: Transaction,
  { tenantId, callId }: CallKey,
  cost: {
    readonly row: CostRow;
    readonly carrier: CostPart;
    readonly model: CostPart;
    readonly prices: KeptPrices | null;
    readonly reported: ReportedPrice | null;
    readonly askAt: Date | null;
  },
): Promise<boolean> {
  const { row, carrier, model, reported, prices } = cost;
  const { rowCount } = await tx.execute(sql`
    with released as (
      delete from spending_reservations where tenant_id = ${tenantId} and call_id = ${callId}
    )
    insert into call_costs as cost (tenant_id, call_id, day, currency, carrier_micros, carrier_state, model_micros, model_state,
      told_micros, told_currency, ask_at, prices)
    values (${tenantId}, ${callId}, ${row.day}::date, ${row.currency}, ${carrier.micros}, ${carrier.state}, ${model.micros},
      ${model.state}, ${reported?.micros ?? null}::bigint, ${reported?.currency ?? null},
      ${cost.askAt?.toISOString() ?? null}::timestamptz, ${prices && JSON.stringify(prices)}::jsonb)
    on conflict (tenant_id, call_id) do update set carrier_micros = excluded.carrier_micros,
      carrier_state = excluded.carrier_state, model_micros = excluded.model_micros, model_state = excluded.model_state,
      told_micros = excluded.told_micros, told_currency = excluded.told_currency, ask_at = excluded.ask_at,
      prices = excluded.prices, updated_at = now()
    where (cost.carrier_micros, cost.carrier_state, cost.model_micros, cost.model_state, cost.told_micros, cost.ask_at)
      is distinct from (excluded.carrier_micros, excluded.carrier_state, excluded.model_micros, excluded.model_state,
        excluded.told_micros, excluded.ask_at)`);
  return rowCount === 1;
}

/** From here on a bar says so (CO12). */
const isNear = (spending: Spending) =>
  (['day', 'month'] as const).some((period) =>
    ['warning', 'reached'].includes(spendingLevel(spending[period], spending.limits[`${period}Micros`])),
  );

const counts = ['requests', 'input_tokens', 'output_tokens', 'audio_input_tokens', 'audio_output_tokens'];

async function write(
  database: Database,
  { tenantId, callId }: CallKey,
  source: string,
  model: string,
  use: TokenUse,
  how: 'excluded.' | 'used. + excluded.',
): Promise<void> {
  const changes = counts
    .map((name) => `${name} = ${how === 'excluded.' ? '' : `used.${name} + `}excluded.${name}`)
    .join(', ');
  const exact = how === 'excluded.' ? 'excluded.exact' : 'used.exact and excluded.exact';
  await database.systemStatement({
    name: how === 'excluded.' ? 'set use of tokens' : 'add use of tokens',
    // A call that was deleted meanwhile has no use any more.
    text: `
      insert into call_usage as used (tenant_id, call_id, source, model, ${counts.join(', ')}, exact)
      select $1, $2::uuid, $3, $4, $5::int, $6::bigint, $7::bigint, $8::bigint, $9::bigint, $10::boolean
      from calls where tenant_id = $1 and id = $2::uuid for key share
      on conflict (tenant_id, call_id, source, model) do update set ${changes}, exact = ${exact}`,
    values: [
      ...[tenantId, callId, source, model, use.requests, use.inputTokens, use.outputTokens],
      ...[use.audioInputTokens, use.audioOutputTokens, use.exact],
    ],
  });
}
