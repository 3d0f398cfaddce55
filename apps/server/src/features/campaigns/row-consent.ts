import {
  type Campaign,
  type ConsentInCell,
  type ConsentSource,
  consentSources,
  isDate,
  type RecipientColumn,
  type RecipientConsent,
  type RowReason,
  readAnswer,
  readConsentCell,
} from '@parley/contract';

/** Why somebody is not called, and the cell or the placeholder that it is about. */
export interface Problem {
  readonly reason: RowReason;
  readonly detail: string;
}

/** Further words for how consent was given, in lower case. */
const sourceWords: Readonly<Record<string, ConsentSource>> = {
  ...{ 'in writing': 'written', signed: 'written', schriftlich: 'written', 'por escrito': 'written' },
  ...{
    'par écrit': 'written',
    phone: 'spoken',
    'on the phone': 'spoken',
    oral: 'spoken',
    mündlich: 'spoken',
  },
  ...{ telefonisch: 'spoken', online: 'web', website: 'web', 'on a web page': 'web' },
};

/** What a row says about consent, in one cell (`sales: yes (written, 2026-10-13)`) or in cells for kind, source and day. */
export function rowConsent(
  cell: (column: RecipientColumn) => string,
  { purpose, file }: Pick<Campaign, 'purpose' | 'file'>,
  today: string,
): RecipientConsent[] | Problem {
  const [kind, source, date] = [cell('consent'), cell('consentSource'), cell('consentDate')];
  const columns = file?.columns;
  const isApart = (columns?.consentSource ?? columns?.consentDate ?? null) !== null;
  const answer = isApart ? readAnswer(kind) : null;
  const said: ConsentInCell[] | null =
    answer === null ? readConsentCell(kind) : [{ purpose, given: answer, source: null, at: null }];
  if (said === null) return { reason: 'bad_consent', detail: kind };
  if (said.length === 0)
    return source === '' && date === '' ? [] : { reason: 'no_consent_kind', detail: source || date };
  const apart = { source: sourceIn(source), at: dayIn(date) };
  if (source !== '' && apart.source === null) return { reason: 'bad_consent_source', detail: source };
  if (date !== '' && apart.at === null) return { reason: 'bad_consent_date', detail: date };
  const both = said.map((one) => together(one, apart));
  // Two cells that say different things.
  if (both.includes(null)) return { reason: 'bad_consent', detail: kind };
  const late = both.find((one) => (one?.at ?? '') > dayAfter(today));
  if (late) return { reason: 'bad_consent_date', detail: late.at ?? '' };
  return both.flatMap((one) => (one ? [withDay(one, today)] : []));
}

/** The latest day that it is anywhere: `today` is that of UTC. */
function dayAfter(today: string): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

function together(one: ConsentInCell, { source, at }: Pick<ConsentInCell, 'source' | 'at'>) {
  const differs =
    (one.source !== null && source !== null && one.source !== source) ||
    (one.at !== null && at !== null && one.at !== at);
  return differs ? null : { ...one, source: one.source ?? source, at: one.at ?? at };
}

function withDay({ source, at, ...said }: ConsentInCell, today: string): RecipientConsent {
  const whence = source ?? 'import';
  return at === null
    ? { ...said, source: whence, at: today, undated: true }
    : { ...said, source: whence, at };
}

function sourceIn(cell: string): ConsentSource | null {
  const word = cell.toLowerCase();
  const own = (Object.keys(consentSources) as ConsentSource[]).find((name) => name === word);
  return own ?? (Object.hasOwn(sourceWords, word) ? (sourceWords[word] ?? null) : null);
}

/** Days that can be read in one way alone: 2026-01-31, with a time behind it too, and 31.1.2026. */
function dayIn(cell: string): string | null {
  const [, iso] = /^(\d{4}-\d\d-\d\d)(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.exec(cell) ?? [];
  const [, day = '', month = '', year = ''] = /^(\d\d?)\.\s?(\d\d?)\.\s?(\d{4})$/.exec(cell) ?? [];
  const date = iso ?? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : null;
}
