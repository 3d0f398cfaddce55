import type { Call, CallHit } from '@parley/contract';
import { matchCall, type SameWord, type SearchedText } from '../../../lib/call-search/match.ts';
import { type Term, termsOf } from '../../../lib/call-search/terms.ts';
import { wordsOf } from '../../../lib/call-search/words.ts';
import type { CallSearch, CallSearchRequest, CallSearchResult } from '../../../ports/call-search.ts';
import { callReader } from '../calls-table.ts';
import type { Database } from '../database.ts';
import { byDocuments } from './by-documents.ts';
import { boundsOf, boundsOfId, byCalls, byExternalId } from './candidates.ts';
import { type CallConditions, callConditions } from './conditions.ts';
import { queryOf } from './lexemes.ts';
import { dictionaryOf, Stems } from './stems.ts';
import { type CallTexts, readTexts, textColumns } from './texts.ts';
import { type NextCandidates, walk } from './walk.ts';

/** A search stops about then: the answer says from where to go on. */
const searchBudgetMs = 100;

interface Found {
  readonly call: Call;
  readonly hit: CallHit | null;
}

export function createCallSearch(database: Database, budgetMs = searchBudgetMs): CallSearch {
  const stems = new Stems(database);
  return {
    find: (tenantId, request) => {
      const until = performance.now() + budgetMs;
      return find(database, stems, tenantId, request, () => until - performance.now());
    },
  };
}

async function find(
  database: Database,
  stems: Stems,
  tenantId: string,
  { filters, limit, after, timeZone }: CallSearchRequest,
  leftMs: () => number,
): Promise<CallSearchResult> {
  const typed = filters.q ?? '';
  const terms = termsOf(typed);
  const bounds = boundsOf(filters, after);
  const [candidates, called] = await Promise.all([
    candidatesOf(database, stems, tenantId, { filters, timeZone, terms }),
    // More of them than a page are not shown anyway.
    typed.trim() === ''
      ? []
      : byExternalId(
          ...([database, tenantId, typed, callConditions(filters, timeZone, 6)] as const),
          ...([bounds, limit + 1] as const),
        ),
  ]);
  const read = (ids: readonly string[]) =>
    typed.trim() === ''
      ? readPlain(database, tenantId, ids, callConditions(filters, timeZone, 2))
      : readMatching(
          database,
          stems,
          tenantId,
          ids,
          { terms, typed, called },
          callConditions(filters, timeZone, 2),
        );
  const { found, older } = await walk({ bounds, limit, candidates, called, read, leftMs });
  const hits = found.slice(0, limit);
  return { hits, next: found.length > limit ? (hits.at(-1)?.call._id ?? null) : null, older };
}

async function candidatesOf(
  database: Database,
  stems: Stems,
  tenantId: string,
  { filters, timeZone, terms }: Pick<CallSearchRequest, 'filters' | 'timeZone'> & { terms: readonly Term[] },
): Promise<NextCandidates> {
  const [first] = terms;
  // Signs alone are in no text.
  if (!first && (filters.q ?? '').trim() !== '') return async () => ({ ids: [], reached: null });
  const conditions = callConditions(filters, timeZone, 4);
  if (first?.kind === 'id') {
    return (bounds, wanted) =>
      byCalls(database, tenantId, conditions, boundsOfId(first.digits, bounds), wanted);
  }
  await stems.learn(tenantId, null, terms.flatMap(wordsOfTerm));
  const number = filters.contact === undefined ? null : await numberOf(database, tenantId, filters.contact);
  const query = queryOf(terms, filters, number, (word) => stems.inEveryLanguage(word));
  return query === null
    ? (bounds, wanted) => byCalls(database, tenantId, conditions, bounds, wanted)
    : byDocuments(database, tenantId, query);
}

function wordsOfTerm(term: Term): string[] {
  if (term.kind === 'digits') return term.ways.flat().flatMap(wordsOfTerm);
  return term.kind === 'word' ? [term.word] : [];
}

async function numberOf(database: Database, tenantId: string, contactId: string): Promise<string | null> {
  const text = 'select number from contacts where id = $1';
  const [[row]] = await database.readForTenant(tenantId, [{ text, values: [contactId] }]);
  return row ? String(row[0]) : null;
}

const canBePlayed = `exists (select from recordings as sound
  where sound.tenant_id = calls.tenant_id and sound.call_id = calls.id and sound.state = 'ready')`;
const ofIds = 'calls.id = any (array(select jsonb_array_elements_text($1::jsonb)::uuid))';

async function readPlain(
  database: Database,
  tenantId: string,
  ids: readonly string[],
  conditions: CallConditions,
): Promise<Found[]> {
  const text = `select ${callReader.columns} from calls where ${ofIds} and ${conditions.text} order by id desc`;
  const values = [JSON.stringify(ids), ...conditions.values];
  const [rows] = await database.readForTenant(tenantId, [{ text, values }]);
  return rows.map((row) => ({ call: callReader.read(row), hit: null }));
}

interface Searched {
  readonly terms: readonly Term[];
  readonly typed: string;
  /** Calls that have what was typed as the id of other software. */
  readonly called: readonly string[];
}

/** The texts decide, not the documents: those may be of a moment ago, and know nothing of the order of words. */
async function readMatching(
  database: Database,
  stems: Stems,
  tenantId: string,
  ids: readonly string[],
  { terms, typed, called }: Searched,
  conditions: CallConditions,
): Promise<Found[]> {
  const text = `select ${callReader.columns}, ${textColumns}, ${canBePlayed} from calls where ${ofIds} and ${conditions.text} order by id desc`;
  const values = [JSON.stringify(ids), ...conditions.values];
  const [rows] = await database.readForTenant(tenantId, [{ text, values }]);
  const read = rows.map((row) => ({
    call: callReader.read(row),
    searched: readTexts(row, callReader.sources.length),
    playable: row.at(-1) === true,
  }));
  const matched = read.map(({ searched }) => match(terms, searched, () => false));
  const others = read.filter((_, n) => matched[n] === null);
  await learnWords(stems, tenantId, others);
  return read.flatMap(({ call, searched, playable }, n) => {
    const hit =
      matched[n] ??
      match(terms, searched, sameWord(stems, searched)) ??
      (called.includes(call._id) ? byOtherId(typed) : null);
    if (!hit) return [];
    return [{ call, hit: playable && hit.where === 'transcript' ? { ...hit, playable } : hit }];
  });
}

const byOtherId = (typed: string): CallHit => ({
  where: 'id',
  parts: [{ text: typed.trim(), marked: true }],
});

function match(terms: readonly Term[], { id, texts }: CallTexts, same: SameWord): CallHit | null {
  const all: SearchedText[] = [...texts, { where: 'id', text: id }];
  return matchCall(terms, terms[0]?.kind === 'id' ? all : texts, same);
}

/** Only of calls that do not have the words as they were typed: they may have other forms of them. */
async function learnWords(
  stems: Stems,
  tenantId: string,
  calls: readonly { readonly searched: CallTexts }[],
): Promise<void> {
  const byDictionary = new Map<string, Set<string>>();
  for (const { searched } of calls) {
    const dictionary = dictionaryOf(searched.language);
    if (dictionary === null) continue;
    const words = byDictionary.get(dictionary) ?? new Set();
    byDictionary.set(dictionary, words);
    for (const { text } of searched.texts) for (const { key } of wordsOf(text)) words.add(key);
  }
  for (const [dictionary, words] of byDictionary) await stems.learn(tenantId, dictionary, words);
}

function sameWord(stems: Stems, { language }: CallTexts): SameWord {
  const dictionary = dictionaryOf(language);
  if (dictionary === null) return () => false;
  return (written, wanted) => {
    const stem = stems.of(dictionary, wanted);
    return stem !== null && (written === stem || stems.of(dictionary, written) === stem);
  };
}
