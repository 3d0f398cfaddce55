import {
  type Campaign,
  characterCount,
  fillPlaceholders,
  isTimeZoneName,
  limits,
  missingPlaceholders,
  nameKey,
  type RecipientColumn,
  type RecipientConsent,
  rowRefusals,
  unguardCell,
  type ZoneSource,
} from '@parley/contract';
import { zonesOfNumber } from '../../lib/calling-hours/number-places.ts';
import { consentFor, consentOfContacts } from '../../lib/consent-rule.ts';
import { readNumber } from '../../lib/read-number.ts';
import { tidyName } from '../../lib/tidy-name.ts';
import { type CheckedRow, type ContactFacts, type NumberFacts, personKey } from '../../ports/campaigns.ts';
import { type Problem, rowConsent } from './row-consent.ts';

export interface SentRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly problem: 'unclosed_quote' | 'too_many_columns' | 'not_text' | null;
  /** Chosen by hand, where the file has no column for it. */
  readonly timeZone?: string | null;
}

/** A row whose number was looked at, which takes longer than everything else. */
export interface NumberedRow extends SentRow {
  readonly number: ReturnType<typeof readNumber>;
}

/** What rows are read by, beside the campaign. */
export interface RowRules {
  /** For consent without a date, as 2026-01-31. */
  readonly today: string;
  /** Emergency and premium-rate numbers are not. */
  readonly isAllowed: (number: string) => boolean;
  /** Where the simulated people of the sandbox live. */
  readonly organizationZone: string;
}

const shownOfCell = 200;
/** Control characters, and what a decoder writes in the place of bytes that it cannot read. */
const notText = /[^\P{Cc}\t\n\r]|\uFFFD/gu;
const sandboxBeginning = '+1500555';

/** The cell of a column that means something; empty where the file has none. */
function cellOf({ file }: Campaign, cells: readonly string[], column: RecipientColumn): string {
  const index = file?.columns[column] ?? null;
  return index === null ? '' : unguardCell(cells[index] ?? '').trim();
}

export function withNumber(campaign: Campaign, row: SentRow): NumberedRow {
  const number = readNumber(cellOf(campaign, row.cells, 'number'), campaign.file?.country ?? null);
  return { ...row, number };
}

/** In E.164 format; null where it could not be read. */
export function e164Of({ number }: NumberedRow): string | null {
  return number === null || number === 'no country' ? null : number;
}

/** What the agent is told about a row. A cell that is empty leaves the value of the template. */
export function instructionsOf(campaign: Campaign, cells: readonly string[]): string {
  return fillPlaceholders(campaign.prompt, valuesOf(campaign, cells));
}

function valuesOf({ defaults, file }: Campaign, cells: readonly string[]): Record<string, string> {
  const values: Record<string, string> = { ...defaults };
  for (const [name, index] of Object.entries(file?.placeholders ?? {})) {
    const cell = index === null ? '' : unguardCell(cells[index] ?? '').trim();
    if (cell !== '' && Object.hasOwn(defaults, name)) values[name] = cell;
  }
  return values;
}

/** A row as it is stored. What is wrong first is named; nothing is guessed. */
export function checkRow(
  sent: NumberedRow,
  campaign: Campaign,
  rules: RowRules,
  facts: NumberFacts,
): CheckedRow {
  const cells = sent.cells.map(storable);
  const cell = (column: RecipientColumn) => cellOf(campaign, cells, column);
  const e164 = e164Of(sent);
  const name = tidyName([cell('name'), cell('lastName')].filter(Boolean).join(' '));
  const key = shown(nameKey(name));
  const said = rowConsent(cell, campaign, rules.today);
  const consent = Array.isArray(said) ? said : [];
  const place: Place =
    sent.timeZone && cell('timeZone') === ''
      ? { zones: [sent.timeZone], source: 'hand' }
      : zonesOf(cell('timeZone'), e164, key, rules, facts);
  const problem =
    rowProblem(sent, campaign) ??
    cellProblem(cell, name, said) ??
    numberProblem(cell('number'), sent.number, rules, facts) ??
    consentProblem(campaign, consent, facts.contacts.get(e164 ?? '') ?? [], key) ??
    (place.zones.length === 0 ? { reason: 'no_zone' as const, detail: cell('number') } : null) ??
    valueProblem(campaign, cells) ??
    (e164 !== null && facts.people.has(personKey(e164, key))
      ? { reason: 'repeated_person' as const, detail: `${e164} ${name}`.trim() }
      : null);
  const state = problem === null ? 'pending' : problem.reason in rowRefusals ? 'refused' : 'to_fix';
  return {
    ...{
      row: sent.row,
      state,
      reason: problem?.reason ?? null,
      detail: shown(storable(problem?.detail ?? '')),
    },
    ...{ number: e164, name: shown(name), nameKey: key },
    ...{ zones: [...place.zones], zoneSource: place.source, consent, cells },
    externalId: shown(cell('externalId'), limits.externalIdMax),
    notes: cell('notes'),
    ...{ attempts: 0, nextAt: null, waits: null, result: null, callId: null },
  };
}

function storable(text: string): string {
  return text.replaceAll(notText, ' ').toWellFormed();
}

/** By characters: half of one cannot be stored. */
function shown(text: string, most = shownOfCell): string {
  return [...text].slice(0, most).join('');
}

function rowProblem({ problem, cells }: SentRow, { file }: Campaign): Problem | null {
  const detail = cells[0] ?? '';
  if (problem !== null) return { reason: problem, detail };
  if (cells.some((cell) => cell.search(notText) >= 0)) return { reason: 'not_text', detail };
  const more = cells.slice(file?.header.length ?? 0).join(' ');
  // A delimiter inside of a cell has moved the others.
  return more.trim() === '' ? null : { reason: 'too_many_columns', detail: more };
}

function cellProblem(
  cell: (column: RecipientColumn) => string,
  name: string,
  consent: ReturnType<typeof rowConsent>,
): Problem | null {
  if (characterCount(name) > limits.contactNameMax) return { reason: 'name_too_long', detail: name };
  const zone = cell('timeZone');
  if (zone !== '' && (zone.length > 64 || !isTimeZoneName(zone)))
    return { reason: 'unknown_zone', detail: zone };
  if (!Array.isArray(consent)) return consent;
  const externalId = cell('externalId');
  return externalId.length > limits.externalIdMax
    ? { reason: 'external_id_too_long', detail: externalId }
    : null;
}

function numberProblem(
  detail: string,
  number: ReturnType<typeof readNumber>,
  { isAllowed }: RowRules,
  { doNotCall, ownNumbers }: NumberFacts,
): Problem | null {
  if (detail === '') return { reason: 'no_number', detail };
  if (number === 'no country') return { reason: 'no_country', detail };
  if (number === null) return { reason: 'not_a_number', detail };
  if (ownNumbers.has(number)) return { reason: 'own_number', detail };
  if (!isAllowed(number)) return { reason: 'number_not_allowed', detail };
  return doNotCall.has(number) ? { reason: 'do_not_call', detail } : null;
}

/** As immediately before the call: a row that nobody would be called for is not taken in. */
function consentProblem(
  { purpose }: Campaign,
  inFile: readonly RecipientConsent[],
  contacts: readonly ContactFacts[],
  key: string,
): Problem | null {
  const ofContacts = contacts.map(({ nameKey, consent }) => ({ same: nameKey === key, given: consent }));
  const known: readonly RecipientConsent[] = [...inFile, ...consentOfContacts(ofContacts)];
  const said = consentFor(known, purpose);
  if (said === 'refused') return { reason: 'consent_refused', detail: purpose };
  // Nobody could show when it was given.
  if (
    purpose === 'sales' &&
    said === 'written' &&
    known.every((one) => one.purpose !== purpose || one.undated)
  )
    return { reason: 'no_consent_date', detail: '' };
  // A web page is not enough: nothing says that the person signed there.
  return purpose === 'sales' && said !== 'written' ? { reason: 'no_written_consent', detail: purpose } : null;
}

function valueProblem(campaign: Campaign, cells: readonly string[]): Problem | null {
  const values = valuesOf(campaign, cells);
  const [missing] = missingPlaceholders(Object.keys(campaign.defaults), values);
  if (missing !== undefined) return { reason: 'missing_value', detail: missing };
  const long = Object.entries(values).find(([, value]) => value.length > limits.placeholderValueMax);
  if (long) return { reason: 'value_too_long', detail: long[0] };
  const text = instructionsOf(campaign, cells);
  return characterCount(text) > limits.instructionsMax
    ? { reason: 'instructions_too_long', detail: '' }
    : null;
}

/** Who has this number and name, or the number alone where nobody else has it. */
function contactOf({ contacts }: NumberFacts, number: string | null, key: string): ContactFacts | null {
  const people = number === null ? [] : (contacts.get(number) ?? []);
  return people.find(({ nameKey }) => nameKey === key) ?? (people.length === 1 ? (people[0] ?? null) : null);
}

interface Place {
  readonly zones: readonly string[];
  readonly source: ZoneSource | null;
}

/** The file knows best, then the contact; the number only tells where it was given. */
function zonesOf(
  typed: string,
  number: string | null,
  key: string,
  { organizationZone }: RowRules,
  facts: NumberFacts,
): Place {
  if (typed !== '') return isTimeZoneName(typed) ? { zones: [typed], source: 'file' } : nowhere;
  if (number === null) return nowhere;
  const same = contactOf(facts, number, key);
  if (same?.timeZone) return { zones: [same.timeZone], source: 'contact' };
  if (number.startsWith(sandboxBeginning)) return { zones: [organizationZone], source: 'sandbox' };
  const zones = zonesOfNumber(number);
  return zones.length === 0 ? nowhere : { zones, source: 'number' };
}

const nowhere: Place = { zones: [], source: null };
