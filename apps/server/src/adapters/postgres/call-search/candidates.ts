import type { CallFilters } from '@parley/contract';
import type { Database } from '../database.ts';
import { ofExternalId, withoutSorting } from '../of-external-id.ts';
import { maxUuid, nilUuid } from '../uuid.ts';
import type { CallConditions } from './conditions.ts';

/** Calls to look at, newest first. `reached`: those before it were not looked for yet; null: there are no more. */
export interface Candidates {
  readonly ids: readonly string[];
  readonly reached: string | null;
}

/** Between which ids calls are looked for: before the one, from the other on. */
export interface Bounds {
  readonly before: string;
  readonly oldest: string;
}

const day = 24 * 60 * 60_000;
/** No zone is further from UTC; an id is made when its call is, give or take a clock. */
const margin = 2 * day;

/** The days of the filters as ids. */
export function boundsOf({ from, to }: CallFilters, after: string | undefined): Bounds {
  const last = to === undefined ? maxUuid : idAt(Date.parse(to) + day + margin);
  return {
    before: after !== undefined && after < last ? after : last,
    oldest: from === undefined ? nilUuid : idAt(Date.parse(from) - margin),
  };
}

/** The first id that a call of this time can have. */
function idAt(time: number): string {
  const hex = Math.min(Math.max(time, 0), 0xffff_ffff_ffff).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** The bounds of ids that begin so. */
export function boundsOfId(digits: string, { before, oldest }: Bounds): Bounds {
  const whole = (filler: string) =>
    digits.padEnd(32, filler).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  // The last id itself belongs to them; ids of calls end before it.
  const [first, last] = [whole('0'), digits.length === 32 ? after(whole('f')) : whole('f')];
  return { before: last < before ? last : before, oldest: first > oldest ? first : oldest };
}

function after(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Calls that one step reads at most, whatever the filters leave of them. */
const window = 4_000;

const windowEnd = `
  select id from calls where mode = 'live' and id < $1 and id >= $2 order by id desc offset ${window - 1} limit 1`;

/** By the calls themselves, a few thousand at a time: filters that no document helps with. */
export async function byCalls(
  database: Database,
  tenantId: string,
  conditions: CallConditions,
  { before, oldest }: Bounds,
  wanted: number,
): Promise<Candidates> {
  const [[end]] = await database.readForTenant(tenantId, [{ text: windowEnd, values: [before, oldest] }]);
  const low = end ? String(end[0]) : oldest;
  const text = `select id from calls where id < $1 and id >= $2 and ${conditions.text} order by id desc limit $3`;
  const values = [before, low, String(wanted), ...conditions.values];
  const [rows] = await database.readForTenant(tenantId, [{ text, values }]);
  const ids = rows.map(([id]) => String(id));
  if (ids.length === wanted) return { ids, reached: ids.at(-1) ?? null };
  return { ids, reached: end ? low : null };
}

/** Calls that other software has given exactly this id, newest first. Documents do not have it: an index of calls has. */
export async function byExternalId(
  database: Database,
  tenantId: string,
  externalId: string,
  conditions: CallConditions,
  { before, oldest }: Bounds,
  wanted: number,
): Promise<string[]> {
  const text = `
    select id from (
      select * from calls where tenant_id = $1 and id < $3 and id >= $4 and ${ofExternalId('$2')} offset 0
    ) as calls where ${conditions.text} order by external_id desc, id desc limit $5`;
  // Other software may have named it with spaces around it.
  const named = [...new Set([externalId, externalId.trim()])];
  const values = (name: string) => [tenantId, name, before, oldest, String(wanted), ...conditions.values];
  const [, ...found] = await database.readForTenant(tenantId, [
    withoutSorting,
    ...named.map((name) => ({ text, values: values(name) })),
  ]);
  const ids = found.flat().map(([id]) => String(id));
  return ids.toSorted((one, other) => (one < other ? 1 : -1)).slice(0, wanted);
}
