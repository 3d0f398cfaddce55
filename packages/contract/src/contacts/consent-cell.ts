import { type ConsentGiven, type ConsentPurpose, consentPurposes, consentSources } from './contact.ts';

/** The consent of a contact in one cell of a file, such as `reminder: yes (written, 2026-10-13); sales: no (web, 2026-10-13)`. */
export function consentCell(consent: readonly ConsentGiven[]): string {
  return consent
    .map(({ purpose, given, source, at }) => `${purpose}: ${given ? 'yes' : 'no'} (${source}, ${at})`)
    .join('; ');
}

const yes = ['yes', 'y', 'true', '1', 'x', 'ja', 'si', 'sí', 'oui'];
const no = ['no', 'n', 'false', '0', 'nein', 'non'];

/** What `consentCell` writes, or just purposes: `reminder, sales`. Null: it cannot be read. */
export function readConsent(cell: string, today: string): ConsentGiven[] | null {
  const found = new Map<ConsentPurpose, ConsentGiven>();
  for (const part of cell.split(/[;\n]|,(?![^(]*\))/)) {
    if (part.trim() === '') continue;
    const match = /^\s*(\p{L}+)\s*(?:[:=]\s*([\p{L}\d]+))?\s*(?:\(([^()]*)\))?\s*$/u.exec(part);
    const purpose = match?.[1]?.toLowerCase() ?? '';
    const answer = (match?.[2] ?? 'yes').toLowerCase();
    if (!match || !isPurpose(purpose) || found.has(purpose)) return null;
    if (!yes.includes(answer) && !no.includes(answer)) return null;
    const details = readDetails(match[3] ?? '', today);
    if (details === null) return null;
    found.set(purpose, { purpose, given: yes.includes(answer), ...details });
  }
  return [...found.values()];
}

function readDetails(text: string, today: string): Pick<ConsentGiven, 'source' | 'at'> | null {
  let details: Pick<ConsentGiven, 'source' | 'at'> = { source: 'import', at: today };
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

function isDate(word: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(word)) return false;
  const time = Date.parse(`${word}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(word);
}
