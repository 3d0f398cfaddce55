import { limits } from '@parley/contract';
import type { Database } from '../database.ts';
import type { Row } from '../row-reader.ts';

/** Where a page ends. */
export interface Place {
  readonly key: string;
  readonly id: string;
}

export interface Wanted {
  /** Of the table `contacts`. */
  readonly columns: string;
  /** What words of a contact begin with, all of them. None: every contact. */
  readonly terms: readonly string[];
  readonly after: Place | null;
  readonly limit: number;
}

/** By how many words begin with a term it is decided how to search. */
const usual = {
  /** Up to so many contacts are read one by one. */
  few: 2_000,
  /** Counting stops here. */
  many: 20_000,
  /** So many contacts are tried before all of them are. */
  first: 1_000,
};

/**
 * The first contacts, by name, that have all terms. A term may begin one word or a hundred thousand, and the planner does
 * not know how often two of them meet in one name: left to it, a search takes a millisecond or a second. So words are
 * counted, and the plan is chosen here.
 */
export async function findContacts(
  database: Database,
  tenantId: string,
  wanted: Wanted,
  { few, many, first } = usual,
): Promise<Row[]> {
  const read = async (statement: Statement) => (await database.readForTenant(tenantId, [statement]))[0];
  const asked = withoutBeginnings(wanted.terms);
  if (asked.length === 0) return read(inOrder(tenantId, wanted, [], []));
  const [counts = []] = await read(frequencies(tenantId, asked, many + 1));
  const [rarest, ...others] = asked
    .map((text, at) => ({ text, count: Number(counts[at]) }))
    // Of two that were not counted to the end the one with letters comes first: each contact has several words of digits.
    .toSorted((one, two) => one.count - two.count || (one.text < two.text ? 1 : -1));
  if (rarest === undefined || rarest.count === 0) return [];
  if (rarest.count <= few) return read(ofRareTerm(tenantId, wanted, rarest, others));
  if (rarest.count > many) {
    const rows = await read(amongFirst(tenantId, wanted, [rarest, ...others], first));
    if (rows.length === wanted.limit) return rows;
  }
  const { inMemory = [], oneByOne = [] } = Object.groupBy(others, ({ count }) =>
    count <= many ? 'inMemory' : 'oneByOne',
  );
  return read(inOrder(tenantId, wanted, [rarest, ...inMemory], oneByOne));
}

/** Whoever has a word that begins with "anna" has one that begins with "an". */
export function withoutBeginnings(terms: readonly string[]): string[] {
  return terms.filter((term) => !terms.some((other) => other !== term && other.startsWith(term)));
}

interface Term {
  readonly text: string;
  /** How many words begin with it, as far as they were counted. */
  readonly count: number;
}

interface Statement {
  readonly text: string;
  readonly values: string[];
}

type Parameter = (value: string | number) => string;

function statement(tenantId: string, write: (tenant: string, parameter: Parameter) => string): Statement {
  const values = [tenantId];
  const text = write('$1', (value) => `$${values.push(String(value))}`);
  return { text, values };
}

/** Longer than every word that begins with the term, by bytes. */
const last = '\u{10FFFF}';

/** The words that begin with a term, by the index. */
function wordsOf(term: string, tenant: string, parameter: Parameter): string {
  return `contact_words as words where words.tenant_id = ${tenant}
    and words.word >= ${parameter(term)} and words.word < ${parameter(term + last)}`;
}

/** Reads the few words of one contact: with `left` the index of all words does not fit, and a scalar is no join. */
function hasWord(term: string, tenant: string, parameter: Parameter): string {
  const beginning = parameter(term);
  return `(select true from contact_words as words
    where words.tenant_id = ${tenant} and words.contact_id = contacts.id
      and left(words.word, length(${beginning}::text)) = ${beginning} limit 1)`;
}

const byName = 'contacts.name_key collate "C", contacts.id';

function isAfter(place: Place | null, parameter: Parameter): string[] {
  return place === null
    ? []
    : [`(${byName}) > (${parameter(place.key)} collate "C", ${parameter(place.id)}::uuid)`];
}

function frequencies(tenantId: string, terms: readonly string[], most: number): Statement {
  return statement(tenantId, (tenant, parameter) => {
    const count = (term: string) =>
      `(select count(*)::int from (select from ${wordsOf(term, tenant, parameter)} limit ${most}) as found)`;
    return `select ${terms.map(count).join(', ')}`;
  });
}

function ofRareTerm(
  tenantId: string,
  { columns, after, limit }: Wanted,
  rare: Term,
  others: readonly Term[],
): Statement {
  return statement(tenantId, (tenant, parameter) => {
    const conditions = [
      `contacts.tenant_id = ${tenant}`,
      `contacts.id = any (array(select words.contact_id from ${wordsOf(rare.text, tenant, parameter)}))`,
      ...isAfter(after, parameter),
      ...others.map((term) => hasWord(term.text, tenant, parameter)),
    ];
    return `select ${columns} from contacts where ${conditions.join(' and ')}
      order by ${byName} limit ${parameter(limit)}`;
  });
}

/** If most contacts have each term, the first of them fill the page. */
function amongFirst(
  tenantId: string,
  { columns, after, limit }: Wanted,
  terms: readonly Term[],
  first: number,
): Statement {
  return statement(tenantId, (tenant, parameter) => {
    const ordered = [`contacts.tenant_id = ${tenant}`, ...isAfter(after, parameter)];
    return `select ${columns}
      from (select * from contacts where ${ordered.join(' and ')} order by ${byName} limit ${first}) as contacts
      where ${terms.map((term) => hasWord(term.text, tenant, parameter)).join(' and ')}
      order by ${byName} limit ${parameter(limit)}`;
  });
}

/**
 * All of them by name, until the page is full. Whoever has a term is read into memory before, or it is looked up for those
 * who have the others. "is true" is no join, and with the limit, which nothing exceeds, the planner does not expect more
 * than fits into memory.
 */
function inOrder(
  tenantId: string,
  { columns, after, limit }: Wanted,
  inMemory: readonly Term[],
  oneByOne: readonly Term[],
): Statement {
  return statement(tenantId, (tenant, parameter) => {
    const isAmong = ({ text }: Term) => `(contacts.id in (
      select distinct words.contact_id from ${wordsOf(text, tenant, parameter)} limit ${limits.contactsMax})) is true`;
    const conditions = [
      `contacts.tenant_id = ${tenant}`,
      ...isAfter(after, parameter),
      ...inMemory.map(isAmong),
      ...oneByOne.map(({ text }) => hasWord(text, tenant, parameter)),
    ];
    return `select ${columns}
      from (select id from contacts where ${conditions.join(' and ')}
        order by ${byName} limit ${parameter(limit)}) as found
      join contacts on contacts.tenant_id = ${tenant} and contacts.id = found.id
      order by ${byName}`;
  });
}
