import type pg from 'pg';
import { otherParty, tenants } from './generate.ts';

/** A kind of search, asked for with other words each time. */
export interface Question {
  readonly what: string;
  /** The query of the n-th time. */
  readonly query: (n: number) => Record<string, string>;
  /** Milliseconds for nineteen of twenty answers. */
  readonly mostMs: number;
  /** Rare ones are also asked for by filters and at their tenth page. */
  readonly rare: boolean;
}

/**
 * What the calls of the largest desk are asked for, taken from calls of every age. The first `count` of each kind are measured;
 * as many others come after them, for what is asked before.
 */
export async function questionsOf(owner: pg.Client, count: number): Promise<Question[]> {
  const { rows } = await owner.query<{ id: string; number: string; word: string }>(
    `select id, right(${otherParty}, 7) as number, substring(summary from 'rare\\d+') as word from (
       select *, row_number() over (order by id) as place, count(*) over () as all_calls from calls where tenant_id = $1
     ) call where place % greatest(1, all_calls / $2::int) = 0 order by md5(id::text) limit $2`,
    [tenants[0], 2 * count],
  );
  const sample = (n: number) => rows[n % rows.length] ?? { id: '', number: '', word: '' };
  const rare = { mostMs: 60, rare: true };
  const common = { mostMs: 150, rare: false };
  return [
    { what: 'rare word', ...rare, query: (n) => ({ q: sample(n).word }) },
    { what: 'digits', ...rare, query: (n) => ({ q: sample(n).number.replace(/^(...)/, '$1-') }) },
    { what: 'name', ...rare, query: (n) => ({ q: `named${sample(n).number}` }) },
    { what: 'id', ...rare, query: (n) => ({ q: sample(n).id }) },
    { what: 'word of every call', ...common, query: () => ({ q: 'appointment' }) },
    { what: 'beginning of many words', ...common, query: () => ({ q: 'w' }) },
    { what: 'two common words that rarely meet', ...common, query: () => ({ q: 'amber cobalt' }) },
    { what: 'common phrase', ...common, query: () => ({ q: '"send me a reminder"' }) },
    { what: 'rare phrase of common words', ...common, query: () => ({ q: '"blue heron"' }) },
    { what: 'rare reason', ...common, query: () => ({ reason: 'voicemail' }) },
    { what: 'word nobody said', ...common, query: (n) => ({ q: `unsaid${n}` }) },
  ];
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Each leaves about two thirds of the calls, so that those with a rare word fill ten pages of one. */
export const filterSets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  filters: {
    ...{ agent: 'kuzco', status: 'completed', shortest: '30' },
    placedBy: `user of ${tenants[0]}`,
  },
  'days, direction and outcome': {
    ...{ from: daysAgo(350), to: daysAgo(10), direction: 'outbound' },
    ...{ field: 'day', value: 'Tuesday' },
  },
};
