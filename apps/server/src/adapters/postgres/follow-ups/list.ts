import type { FollowUp, FollowUpCounts, FollowUpsQuery } from '@parley/contract';
import type { Caller } from '../../../ports/caller.ts';
import type { FollowUpPage } from '../../../ports/follow-ups.ts';
import type { Database } from '../database.ts';
import { isUuid } from '../uuid.ts';
import { readFollowUps, selectFollowUps } from './reads.ts';

/** The order of each list, what comes after a row in it, and what a cursor names of that row. */
const lists = {
  open: {
    order: 'urgent desc, due_at, id',
    after: '(urgent < $2::boolean or (urgent = $2::boolean and (due_at, id) > ($3::timestamptz, $4::uuid)))',
    placeOf: ({ urgent, dueAt, id }: FollowUp) => [String(urgent), dueAt, id],
  },
  snoozed: {
    order: 'snoozed_until, id',
    after: '(snoozed_until, id) > ($2::timestamptz, $3::uuid)',
    placeOf: ({ snoozedUntil, id }: FollowUp) => [snoozedUntil ?? '', id],
  },
  done: {
    order: 'closed_at desc, id desc',
    after: '(closed_at, id) < ($2::timestamptz, $3::uuid)',
    placeOf: ({ closed, id }: FollowUp) => [closed?.at ?? '', id],
  },
} as const;

export async function listFollowUps(
  database: Database,
  { tenantId, userId }: Caller,
  { state, owner, after, limit }: FollowUpsQuery,
): Promise<FollowUpPage | null> {
  const list = lists[state];
  const place = after === undefined ? [] : placeIn(after, state);
  if (place === null) return null;
  const values = [String(limit + 1), ...place];
  const conditions = [`state = '${state}'`];
  if (place.length > 0) conditions.push(list.after);
  if (owner === 'nobody') conditions.push('owner is null');
  if (owner === 'me') {
    values.push(userId);
    conditions.push(`owner = $${values.length}`);
  }
  const rows = `select * from follow_ups where ${conditions.join(' and ')} order by ${list.order} limit $1`;
  const found = await readFollowUps(database, tenantId, {
    text: selectFollowUps(
      rows,
      list.order.replace(/\b(?=urgent|due_at|id\b|snoozed_until|closed_at)/g, 'f.'),
    ),
    values,
  });
  const followUps = found.slice(0, limit);
  const last = followUps.at(-1);
  const hasMore = found.length > limit;
  return { followUps, hasMore, nextCursor: hasMore && last ? cursorOf(list.placeOf(last)) : null };
}

/** Opaque: it names the order of a list, which may change. */
function cursorOf(place: readonly string[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function placeIn(cursor: string, state: FollowUpsQuery['state']): string[] | null {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return isPlace(place, state) ? place : null;
  } catch {
    return null;
  }
}

function isPlace(place: unknown, state: FollowUpsQuery['state']): place is string[] {
  if (!Array.isArray(place) || place.some((part) => typeof part !== 'string')) return false;
  const [urgent, at, id, ...more] = state === 'open' ? place : ['true', ...place];
  return (urgent === 'true' || urgent === 'false') && isInstant(at) && isUuid(id ?? '') && more.length === 0;
}

/** As we have written it: PostgreSQL refuses some texts that JavaScript takes for a date. */
function isInstant(text: string | undefined): boolean {
  const at = Date.parse(text ?? '');
  return at >= 0 && new Date(at).toISOString() === text;
}

export async function countFollowUps(
  database: Database,
  { tenantId, userId }: Caller,
): Promise<FollowUpCounts> {
  const [[row]] = await database.readForTenant(tenantId, [{ text: counts, values: [userId] }]);
  const [open = 0, urgent = 0, mine = 0, snoozed = 0] = (row ?? []) as number[];
  return { open, urgent, mine, snoozed };
}

const counts = `
  select count(*)::int, (count(*) filter (where urgent))::int, (count(*) filter (where owner = $1))::int,
    (select count(*)::int from follow_ups where state = 'snoozed')
  from follow_ups where state = 'open'`;
