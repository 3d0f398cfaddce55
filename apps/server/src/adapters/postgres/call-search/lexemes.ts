import { createHash } from 'node:crypto';
import type { CallFilters } from '@parley/contract';
import type { Term } from '../../../lib/call-search/terms.ts';
import { digitsOf, wordsOf } from '../../../lib/call-search/words.ts';
import type { CallFacts, CallTexts } from './texts.ts';

/**
 * What stands in a document, each behind the key of tenant and period: `word` as it is written, `~word` the stem of one,
 * `+digits` an end of the number, `=digest` a value that filters ask for.
 */
const endDigitsMin = 3;
const wordsMax = 20_000;

export interface CallDocument {
  /** The database adds their stems. */
  readonly words: readonly string[];
  readonly marks: readonly string[];
}

export function documentOf({ texts, number }: CallTexts, facts: CallFacts): CallDocument {
  const words = new Set<string>();
  for (const { where, text } of texts) {
    if (where === 'number') continue;
    for (const { key } of wordsOf(text)) if (words.size < wordsMax) words.add(key);
  }
  return { words: [...words], marks: [...new Set([...endsOf(number), ...marksOf(facts)])] };
}

function endsOf(number: string | null): string[] {
  const digits = digitsOf(number ?? '');
  const ends = Math.max(0, digits.length - endDigitsMin + 1);
  return Array.from({ length: ends }, (_, at) => `+${digits.slice(at)}`);
}

/** Short, and the same for every value: an id may hold any character. */
function mark(filter: string, ...values: (string | number)[]): string {
  const digest = createHash('sha256').update(JSON.stringify([filter, ...values]));
  return `=${digest.digest('hex').slice(0, 10)}`;
}

const fieldMark = (field: string, value: string) => mark('field', field, value.toLowerCase());

function marksOf(facts: CallFacts): string[] {
  const one = (filter: string, value: string | null) => (value === null ? [] : [mark(filter, value)]);
  const { agent, version } = facts;
  return [
    mark('status', facts.status),
    ...one('reason', facts.reason),
    ...one('agent', agent),
    ...(agent === null || version === null ? [] : [mark('version', agent, version)]),
    ...one('result', facts.result),
    ...one('template', facts.template),
    ...one('contact', facts.contact),
    ...one('placedBy', facts.placedBy),
    ...facts.fields.map(([field, value]) => fieldMark(field, value)),
  ];
}

/** The forms of a word: its stems in every language. */
export type StemsOf = (word: string) => readonly string[];

/** The query of `search_calls`; null: nothing that documents are found by. `#` stands for the key of tenant and period. */
export function queryOf(
  terms: readonly Term[],
  filters: CallFilters,
  numberOfContact: string | null,
  stemsOf: StemsOf,
): string | null {
  const parts = [...terms.map((term) => ofTerm(term, stemsOf)), ...ofFilters(filters, numberOfContact)];
  return parts.length === 0 ? null : parts.join(' & ');
}

const exactly = (lexeme: string) => `'#${lexeme.replaceAll(/['\\]/g, '$&$&')}'`;
const beginning = (lexeme: string) => `${exactly(lexeme)}:*`;
const any = (parts: readonly string[]) => (parts.length === 1 ? parts.join('') : `(${parts.join(' | ')})`);
const every = (parts: readonly string[]) => (parts.length === 1 ? parts.join('') : `(${parts.join(' & ')})`);

function ofTerm(term: Term, stemsOf: StemsOf): string {
  switch (term.kind) {
    case 'word': {
      const stems = stemsOf(term.word).flatMap((stem) => [exactly(stem), exactly(`~${stem}`)]);
      return any([...new Set([beginning(term.word), ...stems])]);
    }
    case 'phrase':
      return every(
        term.words.map((word, n) =>
          term.open && n === term.words.length - 1 ? beginning(word) : exactly(word),
        ),
      );
    case 'number':
      return beginning(`+${term.digits}`);
    case 'digits':
      return any(term.ways.map((way) => every(way.map((part) => ofTerm(part, stemsOf)))));
    case 'id':
      throw new Error('A call is found by its id in the table of calls.');
  }
}

function ofFilters(filters: CallFilters, numberOfContact: string | null): string[] {
  const { agent, version, field, value, contact } = filters;
  const list = (filter: string, values: readonly string[] | undefined) =>
    values ? [any(values.map((each) => exactly(mark(filter, each))))] : [];
  const number = numberOfContact === null ? [] : [exactly(`+${digitsOf(numberOfContact)}`)];
  return [
    ...list('status', filters.status),
    ...list('reason', filters.reason),
    ...(version && agent?.[0] !== undefined
      ? [any(version.map((each) => exactly(mark('version', agent[0] ?? '', each))))]
      : list('agent', agent)),
    ...list('result', filters.result),
    ...list('template', filters.template),
    ...list('placedBy', filters.placedBy),
    ...(field !== undefined && value !== undefined ? [exactly(fieldMark(field, value))] : []),
    ...(contact === undefined ? [] : [any([exactly(mark('contact', contact)), ...number])]),
  ];
}
