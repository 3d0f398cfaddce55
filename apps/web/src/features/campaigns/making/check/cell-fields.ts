import { placeholderLabel, type RowReason } from '@parley/contract';
import type { Campaign, Recipient } from '../../../../lib/parsing/campaigns.ts';
import { knownIn } from '../../../../lib/word-of.ts';
import { columnTitles } from '../file/column-titles.ts';

/** A cell of a row as a form shows it. */
export interface CellField {
  index: number;
  title: string;
  /** What the cell is used for; empty: for nothing. */
  use: string;
  /** What is wrong with the row is about this cell. */
  concerned: boolean;
}

/** Which column a reason is about. */
const aboutColumn: Readonly<Partial<Record<RowReason, keyof typeof columnTitles>>> = {
  no_number: 'number',
  not_a_number: 'number',
  no_country: 'number',
  number_not_allowed: 'number',
  own_number: 'number',
  do_not_call: 'number',
  repeated_person: 'number',
  name_too_long: 'name',
  unknown_zone: 'timeZone',
  no_zone: 'timeZone',
  bad_consent: 'consent',
  no_consent_kind: 'consent',
  bad_consent_source: 'consentSource',
  bad_consent_date: 'consentDate',
  no_consent_date: 'consentDate',
  no_written_consent: 'consent',
  consent_refused: 'consent',
  external_id_too_long: 'externalId',
};

/** The cells that are used first, in the order of the file; then the others. */
export function cellFields({ file }: Campaign, { reason, detail, cells }: Recipient): CellField[] {
  if (file === null) return [];
  const uses = new Map<number, string[]>();
  const use = (index: number | null, what: string) => {
    if (index !== null) uses.set(index, [...(uses.get(index) ?? []), what]);
  };
  for (const [name, index] of Object.entries(file.columns))
    use(index ?? null, columnTitles[name as keyof typeof columnTitles].replace(' *', ''));
  for (const [name, index] of Object.entries(file.placeholders)) use(index, `<${placeholderLabel(name)}>`);
  const wrongColumn = reason === null ? undefined : knownIn(aboutColumn, reason);
  const wrong =
    wrongColumn !== undefined
      ? // A file with one column for consent has its source and day there.
        (file.columns[wrongColumn] ?? (wrongColumn.startsWith('consent') ? file.columns.consent : null))
      : reason === 'missing_value' || reason === 'value_too_long'
        ? (file.placeholders[detail] ?? null)
        : null;
  const width = Math.max(file.header.length, cells.length);
  const fields = Array.from({ length: width }, (_, index) => ({
    index,
    title: (file.header[index] ?? '') === '' ? `Column ${index + 1}` : (file.header[index] ?? ''),
    use: uses.get(index)?.join(', ') ?? '',
    concerned: index === wrong,
  }));
  return [...fields.filter(({ use }) => use !== ''), ...fields.filter(({ use }) => use === '')];
}
