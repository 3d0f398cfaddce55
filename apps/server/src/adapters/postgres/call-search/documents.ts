import { terminalStatuses } from '@parley/contract';
import type { CallDocuments } from '../../../ports/call-search.ts';
import type { OpenTransaction } from '../../../ports/jobs.ts';
import type { Database } from '../database.ts';
import { openTransaction } from '../open-transaction.ts';
import { codeOf } from '../unavailable.ts';
import { maxUuid } from '../uuid.ts';
import { documentOf } from './lexemes.ts';
import { dictionaryOf } from './stems.ts';
import { factColumns, readFacts, readTexts, textColumnCount, textColumns } from './texts.ts';

/** Calls of one transaction: what changes one of them meanwhile waits for it. */
const batch = 50;
/** Summary, outcome and follow-ups come one after the other; a document is written once after them. */
const settledAfter = "interval '5 seconds'";
/** An arbitrary number that nothing else in this database uses as a lock key. */
const documentLock = 7_031_961;

const isOver = `status in (${terminalStatuses.map((status) => `'${status}'`).join(', ')})`;

/** Streamed from the index, so that a long list is not read whole. */
const dueCalls = `
  select tenant_id, call_id, max(id) as last, max(added_at) < now() - ${settledAfter} as settled
  from call_search_due where call_id < $1 group by call_id, tenant_id order by call_id desc, tenant_id limit ${batch}`;

/** Whoever changes a text of a call, or adds one, locks the call. One that is locked is left for the next round. */
const lockOver = `
  select tenant_id, id from calls where id = any ($1::uuid[]) and mode = 'live' and ${isOver}
  order by id for update skip locked`;

const readCalls = `select json_build_array(${textColumns}, ${factColumns}) as row, calls.tenant_id
  from calls where calls.id = any ($1::uuid[])`;

/** Calls that are gone or deleted, and tries, which are never searched. One that is brought back is due again. */
const dropOthers = `
  delete from call_search_due as due where (due.tenant_id, due.call_id, due.id) in (
    select tenant_id, call_id, id from call_search_due where call_id = any ($1::uuid[]))
  and not exists (
    select from calls where calls.tenant_id = due.tenant_id and calls.id = due.call_id and calls.mode = 'live')`;

const store = `
  insert into call_search (tenant_id, call_id, words)
  select tenant_id, call_id, array_to_tsvector(array(
    select distinct search_prefix(tenant_id, search_period(call_id)) || lexeme from (
      select unnest(words) union all select unnest(marks) union all
      select '~' || stem from unnest(words) as word,
        unnest(ts_lexize(('pg_catalog.' || dictionary)::regdictionary, word)) as stem
      where dictionary is not null and stem <> word
    ) as found (lexeme)))
  from jsonb_to_recordset($1::jsonb)
    as document (tenant_id text, call_id uuid, words text[], marks text[], dictionary text)
  order by call_id
  on conflict (tenant_id, call_id) do update set words = excluded.words`;

/** Rows that were added since are of changes that this document may not have. */
const done = `
  delete from call_search_due as due using jsonb_to_recordset($1::jsonb) as document (tenant_id text, call_id uuid, last bigint)
  where due.tenant_id = document.tenant_id and due.call_id = document.call_id and due.id <= document.last`;

/** A call whose document cannot be written stays due, and is tried again after so long: until then its texts are read. */
const putOff = `
  with due as (
    delete from call_search_due where tenant_id = $1 and call_id = $2::uuid and id <= $3
    returning tenant_id, call_id)
  insert into call_search_due (tenant_id, call_id, added_at)
  select distinct tenant_id, call_id, now() + interval '1 hour' from due`;

interface DueCall {
  readonly tenant_id: string;
  readonly call_id: string;
  readonly last: number;
  readonly settled: boolean;
}

export function createCallDocuments(database: Database): CallDocuments {
  return {
    writeSome: (before) =>
      database.asSystem(async (tx) => {
        const { executeSql } = openTransaction(tx);
        const rowsOf = async <Row>(text: string, values: unknown[]) =>
          (await executeSql(text, values)).rows as Row[];
        const [lock] = await rowsOf<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
          documentLock,
        ]);
        if (!lock?.mine) return { next: null, written: 0, failed: [] };
        const due = await rowsOf<DueCall>(dueCalls, [before ?? maxUuid]);
        const next = due.length < batch ? null : (due.at(-1)?.call_id ?? null);
        const settled = new Map(due.filter((call) => call.settled).map((call) => [call.call_id, call]));
        if (settled.size === 0) return { next, written: 0, failed: [] };
        await executeSql(dropOthers, [[...settled.keys()]]);
        const locked = await rowsOf<{ id: string }>(lockOver, [[...settled.keys()]]);
        if (locked.length === 0) return { next, written: 0, failed: [] };
        const read = await rowsOf<{ row: unknown[]; tenant_id: string }>(readCalls, [
          locked.map(({ id }) => id),
        ]);
        const failed: { tenant_id: string; call_id: string; last: number; err: unknown }[] = [];
        const documents = read.flatMap(({ row, tenant_id }) => {
          const call = { tenant_id, call_id: String(row[0]), last: settled.get(String(row[0]))?.last ?? 0 };
          try {
            const texts = readTexts(row);
            const document = documentOf(texts, readFacts(row, textColumnCount));
            return [{ ...call, ...document, dictionary: dictionaryOf(texts.language) }];
          } catch (err) {
            failed.push({ ...call, err });
            return [];
          }
        });
        const stored = await storeEach(executeSql, documents, (document, err) =>
          failed.push({ ...document, err }),
        );
        const finished = stored.map(({ tenant_id, call_id, last }) => ({ tenant_id, call_id, last }));
        await executeSql(done, [JSON.stringify(finished)]);
        for (const { tenant_id, call_id, last } of failed)
          await executeSql(putOff, [tenant_id, call_id, last]);
        return {
          next,
          written: stored.length,
          failed: failed.map(({ call_id, err }) => ({ callId: call_id, err })),
        };
      }),
  };
}

/** Of the data: the same document fails again, and others do not. */
const isOfDocument = (err: unknown) => ['22', '23', '54'].includes(codeOf(err)?.slice(0, 2) ?? '');

/** All at once, or else one by one: a document that cannot be written stops no other. */
async function storeEach<Document>(
  executeSql: OpenTransaction['executeSql'],
  documents: readonly Document[],
  onFailed: (document: Document, err: unknown) => void,
): Promise<readonly Document[]> {
  const errorOf = async (some: readonly Document[]): Promise<unknown> => {
    await executeSql('savepoint documents');
    try {
      await executeSql(store, [JSON.stringify(some)]);
      await executeSql('release savepoint documents');
      return null;
    } catch (err) {
      if (!isOfDocument(err)) throw err;
      await executeSql('rollback to savepoint documents');
      return err;
    }
  };
  if ((await errorOf(documents)) === null) return documents;
  const stored: Document[] = [];
  for (const document of documents) {
    const err = await errorOf([document]);
    if (err === null) stored.push(document);
    else onFailed(document, err);
  }
  return stored;
}
