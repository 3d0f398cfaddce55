import { type SQL, sql } from '../drizzle.ts';
import { withoutSorting } from '../of-external-id.ts';
import { withOne } from '../of-number.ts';

/** Names a row of a campaign. */
export interface RowKey {
  readonly tenantId: string;
  readonly campaignId: string;
  readonly row: number;
}

/** First in the transaction: an index that is a level lower may make up for the cost of a sort. */
export const unsorted = sql.raw(withoutSorting.text);

/**
 * One recipient, one attempt of it, or the attempt of one call, found by the whole key however old the statistics are: as in
 * of-number.ts. It ends with an order; further conditions stand before it.
 */
export const oneRecipient = ({ tenantId, campaignId, row }: RowKey): SQL =>
  sql`tenant_id = ${tenantId} and campaign_id = ${campaignId}::uuid and ${withOne(sql`row`, sql`${row}::int`)}`;

const oneAttempt = ({ tenantId, campaignId, row }: RowKey, attempt: number): SQL =>
  sql`tenant_id = ${tenantId} and campaign_id = ${campaignId}::uuid and row = ${row}
    and ${withOne(sql`attempt`, sql`${attempt}::int`)}`;

export const attemptOfCall = (tenantId: string, callId: string): SQL =>
  sql`tenant_id = ${tenantId} and ${withOne(sql`call_id`, sql`${callId}::uuid`)}`;

export const oneCall = (tenantId: string, id: SQL): SQL =>
  sql`tenant_id = ${tenantId} and ${withOne(sql`id`, id)}`;

/**
 * The same for statements that change it, which have no order: by its place in the table. Places move with every change, so the
 * transaction has locked the recipient before (`lockRecipient`), also for what it does to attempts.
 */
export const thisRecipient = (key: RowKey): SQL =>
  sql`ctid = (select ctid from recipients where ${oneRecipient(key)})`;

export const thisAttempt = (key: RowKey, attempt: number): SQL =>
  sql`ctid = (select ctid from recipient_attempts where ${oneAttempt(key, attempt)})`;

export const callOfAttempt = (key: RowKey, attempt: number): SQL =>
  sql`(select call_id from recipient_attempts where ${oneAttempt(key, attempt)})`;

/**
 * Before statements that change several rows by their places, at the end of a transaction: an organization of which the
 * statistics know nothing seems to have one row, and to read "it" by an index seems cheaper than to go to several places.
 */
export const tidScansOnly = sql`select set_config('enable_indexscan', 'off', true),
  set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)`;

export const lockRecipient = (key: RowKey): SQL =>
  sql`select 1 from recipients where ${oneRecipient(key)} for update`;
