import type { CostState, ExchangeRate } from '@parley/contract';
import type { KeptPrices } from '../../../lib/costs/kept-prices.ts';
import { bigint, boolean, date, integer, jsonb, pgTable, text, uuid } from '../drizzle.ts';
import { instant } from '../schema.ts';

const micros = (name: string) => bigint(name, { mode: 'number' });

export const callCosts = pgTable('call_costs', {
  tenantId: text('tenant_id').notNull(),
  callId: uuid('call_id').notNull(),
  day: date().notNull(),
  currency: text().notNull(),
  carrierMicros: micros('carrier_micros').notNull().default(0),
  carrierState: text('carrier_state').$type<CostState>().notNull(),
  modelMicros: micros('model_micros').notNull().default(0),
  modelState: text('model_state').$type<CostState>().notNull(),
  toldMicros: micros('told_micros'),
  toldCurrency: text('told_currency'),
  asked: integer().notNull().default(0),
  askAt: instant('ask_at'),
  prices: jsonb().$type<KeptPrices>(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

export const callUsage = pgTable('call_usage', {
  tenantId: text('tenant_id').notNull(),
  callId: uuid('call_id').notNull(),
  source: text().notNull(),
  model: text().notNull(),
  requests: integer().notNull().default(0),
  inputTokens: micros('input_tokens').notNull().default(0),
  outputTokens: micros('output_tokens').notNull().default(0),
  audioInputTokens: micros('audio_input_tokens').notNull().default(0),
  audioOutputTokens: micros('audio_output_tokens').notNull().default(0),
  exact: boolean().notNull().default(true),
});

export const spendingDays = pgTable('spending_days', {
  tenantId: text('tenant_id').notNull(),
  day: date().notNull(),
  currency: text().notNull(),
  calls: integer().notNull().default(0),
  micros: micros('micros').notNull().default(0),
  estimatedMicros: micros('estimated_micros').notNull().default(0),
  tryMicros: micros('try_micros').notNull().default(0),
});

export const spendingReservations = pgTable('spending_reservations', {
  tenantId: text('tenant_id').notNull(),
  callId: uuid('call_id').notNull(),
  day: date().notNull(),
  micros: micros('micros').notNull(),
  currency: text(),
});

export const spendingLimits = pgTable('spending_limits', {
  tenantId: text('tenant_id').primaryKey(),
  dayMicros: micros('day_micros'),
  monthMicros: micros('month_micros'),
  rates: jsonb().$type<{ version: 1; list: ExchangeRate[] }>().notNull().default({ version: 1, list: [] }),
  revision: integer().notNull().default(1),
  changedBy: text('changed_by'),
  changedByName: text('changed_by_name'),
  changedAt: instant('changed_at').notNull().defaultNow(),
});
