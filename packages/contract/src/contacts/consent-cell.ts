import { type ConsentGiven, type ConsentPurpose, consentPurposes, consentSources } from './contact.ts';

/** The consent of a contact in one cell of a file, such as `reminder: yes (written, 2026-10-13); sales: no (web, 2026-10-13)`. */
export function consentCell(consent: readonly ConsentGiven[]): string {
  return consent
    .map(({ purpose, given, source, at }) => `${purpose}: ${given ? 'yes' : 'no'} (${source}, ${at})`)
    .join('; ');
}

const yes = ['yes', 'y', 'true', '1', 'x', 'ja', 'si', 'sí', 'oui'];
const no = ['no', 'n', 'false', '0', 'nein', 'non'];

/** Null: the word is neither yes nor no. */
export function readAnswer(word: string): boolean | null {
  const answer = word.trim().toLowerCase();
  if (yes.includes(answer)) return true;
  return no.includes(answer) ? false : null;
}

/** As it stands in a cell: what is not said is null. */
export interface ConsentInCell {
  readonly purpose: ConsentPurpose;
  readonly given: boolean;
  readonly source: ConsentGiven['source'] | null;
  readonly at: string | null;
}

/** What `consentCell` writes, or just purposes: `reminder, sales`. Null: it cannot be read. */
export function readConsentCell(cell: string): ConsentInCell[] | null {
  const found = new Map<ConsentPurpose, ConsentInCell>();
  for (const part of cell.split(/[;\n]|,(?![^(]*\))/)) {
    if (part.trim() === '') continue;
    const match = /^\s*(\p{L}+)\s*(?:[:=]\s*([\p{L}\d]+))?\s*(?:\(([^()]*)\))?\s*$/u.exec(part);
    const purpose = match?.[1]?.toLowerCase() ?? '';
    if (!match || !isPurpose(purpose) || found.has(purpose)) return null;
    const given = readAnswer(match[2] ?? 'yes');
    const details = readDetails(match[3] ?? '');
    if (given === null || details === null) return null;
    found.set(purpose, { purpose, given, ...details });
  }
  return [...found.values()];
}

/** As above; what is not said is that it came with a file, today. */
export function readConsent(cell: string, today: string): ConsentGiven[] | null {
  const found = readConsentCell(cell);
  return (
    found?.map(({ source, at, ...said }) => ({ ...said, source: source ?? 'import', at: at ?? today })) ??
    null
  );
}

function readDetails(text: string): Pick<ConsentInCell, 'source' | 'at'> | null {
  let details: Pick<ConsentInCell, 'source' | 'at'> = { source: null, at: null };
  for (const word of text.split(',').map((each) => each.trim().toLowerCase())) {
    if (word === '') continue;
    if (isSource(word)) details = { ...details, source: word };
    else if (isDate(word)) details = { ...details, at: word };
    else return null;
  }
  return details;
}

const isPurpose = (word: string): word is ConsentPurpose => Object.hasOwn(consentPurposes, word);
const isSource = (word: string): word is ConsentGiven['source'] => Object.hasOwn(consentSources, word);

/** A day of the calendar, as 2026-01-31. */
export function isDate(word: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(word)) return false;
  const time = Date.parse(`${word}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(word);
}
