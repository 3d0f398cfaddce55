import type { Knowledge, KnowledgeEntry, KnowledgeSearch } from '../../ports/knowledge.ts';
import type { Database, Transaction } from './database.ts';
import { sql } from './drizzle.ts';

/** For how long this process relies on rows that it has seen; they are kept for much longer after their last use. */
const trustedMs = 60 * 60_000;
const mostTrusted = 1_000;

export function createKnowledgeSearch(database: Database): KnowledgeSearch {
  const prepared = new Map<string, { readonly at: number; readonly done: Promise<void> }>();

  /** Once an hour for each knowledge, so that a question needs no further round trip. */
  const prepare = (tenantId: string, knowledge: Knowledge, { forTry } = { forTry: false }): Promise<void> => {
    const keyOf = (tried: boolean) => JSON.stringify([tenantId, knowledge.digest, tried]);
    const key = keyOf(forTry);
    // Rows that a call needs are there for a try too, and not the other way round: those go after a day.
    const known = prepared.get(keyOf(false)) ?? prepared.get(key);
    if (known && performance.now() - known.at < trustedMs) return known.done;
    if (prepared.size >= mostTrusted) prepared.clear();
    const done = database.asSystem((tx) => prepareKnowledge(tx, tenantId, knowledge, { forTry }));
    prepared.set(key, { at: performance.now(), done });
    done.catch(() => prepared.delete(key));
    return done;
  };

  return {
    prepare,

    find: async (tenantId, knowledge, question) => {
      // Whoever began the conversation has said what the rows are for.
      await prepare(tenantId, knowledge, { forTry: true });
      const { digest, language } = knowledge;
      const values = [tenantId, digest, `pg_catalog.${language}`, question];
      return database.systemRows<KnowledgeEntry>({ name: 'knowledge-entries', text: findEntries, values });
    },

    removeUnused: async (before, { ofTries } = { ofTries: false }) => {
      const { rows } = await database.asSystem((tx) =>
        tx.execute(sql`
          delete from knowledge_sets
          where used_at < ${before.toISOString()} and (for_tries or not ${ofTries}::boolean) returning 1`),
      );
      return rows.length;
    },
  };
}

/**
 * Makes the rows of this knowledge, unless they are there, in the transaction of whoever publishes it or begins a call.
 * Two of them at once: the second waits for the first and adds nothing.
 */
export async function prepareKnowledge(
  tx: Transaction,
  tenantId: string,
  { digest, language, entries }: Knowledge,
  { forTry } = { forTry: false },
): Promise<void> {
  const column = (of: (entry: KnowledgeEntry) => string) => sql.param(entries.map(of));
  await tx.execute(sql`
    with made as (
      insert into knowledge_sets (tenant_id, digest, for_tries) values (${tenantId}, ${digest}, ${forTry})
      on conflict (tenant_id, digest) do update set used_at = now(),
          for_tries = knowledge_sets.for_tries and excluded.for_tries
        where knowledge_sets.used_at < now() - interval '1 hour'
          or knowledge_sets.for_tries and not excluded.for_tries
      returning xmax = 0 as is_new
    )
    insert into knowledge_entries (tenant_id, digest, entry_id, language, title, content)
    select ${tenantId}, ${digest}, id, ${language}, title, content
    from unnest(
      ${column(({ id }) => id)}::text[], ${column(({ title }) => title)}::text[], ${column(({ text }) => text)}::text[]
    ) as entry (id, title, content)
    where exists (select from made where is_new)
    on conflict do nothing`);
}

/** Words of one question that count; more do not make it clearer. */
const mostWords = 24;
/**
 * An entry fits if it has so much of what the question asks for, its rare words counting more than its frequent ones; less
 * is enough if one of them is in its title.
 */
const leastCoverage = 0.45;
const leastCoverageWithTitle = 0.3;
const titleWeight = 3;
/** A word that no entry has: it may be what the question is about, or only how it is asked. */
const unknownWordWeight = 0.7;
/** Entries far behind the best one would only distract. */
const leastShareOfBest = 0.4;
const mostEntries = 3;

/**
 * A word of the question weighs by how few entries have it. PostgreSQL's own ranking does not look at that, and would put
 * an entry with five frequent words before the one with the word that matters. The steps are kept apart: planned as a
 * whole, the join for the texts comes first and reads every entry for every entry.
 */
const findEntries = `
    with word as materialized (
      select lexeme, quoted::tsquery as anywhere, (quoted || ':A')::tsquery as in_title
      from (
        select lexeme, '''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''' as quoted
        from unnest(to_tsvector($3::regconfig, $4)) limit ${mostWords}
      ) as asked
    ), known as (
      select count(*)::float8 as entries from knowledge_entries where tenant_id = $1 and digest = $2
    ), hit as materialized (
      select word.lexeme, entry.entry_id, entry.words @@ word.in_title as in_title
      from word join knowledge_entries as entry
        on entry.tenant_id = $1 and entry.digest = $2 and entry.words @@ word.anywhere
    ), weighed as materialized (
      select word.lexeme, ln(1 + known.entries / greatest(count(hit.entry_id), 1))
        * case when count(hit.entry_id) = 0 then ${unknownWordWeight} else 1 end as weight
      from word cross join known left join hit using (lexeme) group by word.lexeme, known.entries
    ), scored as (
      select entry_id, sum(weight * case when in_title then ${titleWeight} else 1 end) as score,
        sum(weight) / (select sum(weight) from weighed) as coverage, bool_or(in_title) as in_title
      from hit join weighed using (lexeme) group by entry_id
    ), fitting as (
      select entry_id, score, max(score) over () as best from scored
      where coverage >= case when in_title then ${leastCoverageWithTitle} else ${leastCoverage} end
    ), best as materialized (
      select entry_id, score from fitting where score >= best * ${leastShareOfBest}
      order by score desc, entry_id limit ${mostEntries}
    )
    select entry.entry_id as id, entry.title, entry.content as text
    from best join knowledge_entries as entry
      on entry.tenant_id = $1 and entry.digest = $2 and entry.entry_id = best.entry_id
    order by score desc, entry.entry_id`;
