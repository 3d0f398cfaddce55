import {
  type CreateExportBody,
  csvLine,
  type ExportColumn,
  type ExportField,
  exportColumns,
} from '@parley/contract';
import { localTimeAt } from '../../lib/zoned-time.ts';
import type { ExportedCall, ExportedEntry, ExportedValue } from '../../ports/call-exports.ts';

/** How the calls of a file are written, line by line. */
export interface FileLines {
  /** What stands before the first call; empty for JSON. */
  readonly heading: string;
  line(call: ExportedCall): string;
}

interface Wanted extends Pick<CreateExportBody, 'format' | 'bom'> {
  readonly columns: readonly ExportColumn[];
  readonly fields: readonly string[];
}

const localColumns: ReadonlySet<ExportColumn> = new Set(['created', 'answered', 'ended']);
const speakers: Readonly<Record<string, string>> = { agent: 'Agent', user: 'Caller', system: 'System' };

/** `known` names the outcome fields, `zone` is the time zone of the organization. */
export function fileLines(wanted: Wanted, known: readonly ExportField[], zone: string): FileLines {
  const local = localTimes(zone);
  return wanted.format === 'csv' ? csvLines(wanted, known, local) : jsonLines(wanted, local);
}

function csvLines(
  { columns, fields, bom }: Wanted,
  known: readonly ExportField[],
  local: LocalTime,
): FileLines {
  const cell = (name: ExportColumn, value: ExportedValue) => {
    if (value === null) return '';
    if (name === 'transcript') return (value as readonly ExportedEntry[]).map(spokenLine).join('\n');
    return localColumns.has(name) ? local(value as string) : textOf(value as string | number | boolean);
  };
  const headings = [...columns.map((name) => exportColumns[name]), ...fieldHeadings(fields, known)];
  return {
    heading: `${bom ? '\uFEFF' : ''}${csvLine(headings)}`,
    line: (call) =>
      csvLine([
        ...columns.map((name) => cell(name, call.columns[name] ?? null)),
        ...fields.map((id) => textOf(call.fields[id] ?? '')),
      ]),
  };
}

function jsonLines({ columns, fields }: Wanted, local: LocalTime): FileLines {
  const shown = (name: ExportColumn, value: ExportedValue) => {
    if (name === 'transcript')
      return ((value ?? []) as readonly ExportedEntry[]).map(([speaker, message, at]) => ({
        ...{ speaker, message, at: new Date(at).toISOString() },
      }));
    if (name === 'cost') return value === null ? null : Number(value);
    return value !== null && localColumns.has(name) ? local(value as string) : value;
  };
  return {
    heading: '',
    line: (call) => {
      const values = columns.map((name) => [name, shown(name, call.columns[name] ?? null)]);
      const outcome = fields.length > 0 ? { outcome: call.fields } : {};
      return `${JSON.stringify({ ...Object.fromEntries(values), ...outcome })}\n`;
    },
  };
}

const spokenLine = ([speaker, message]: ExportedEntry) => `${speakers[speaker] ?? speaker}: ${message}`;

function textOf(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

/** Two fields of one name are told apart by their ids, and so is one that has the name of a column. */
function fieldHeadings(ids: readonly string[], known: readonly ExportField[]): string[] {
  const labels = ids.map((id) => known.find((field) => field.id === id)?.label ?? id);
  const taken = [...Object.values<string>(exportColumns), ...labels];
  return labels.map((label, index) =>
    taken.filter((other) => other === label).length > 1 ? `${label} (${ids[index]})` : label,
  );
}

type LocalTime = (instant: string) => string;

const quarterMs = 15 * 60_000;
const offsetsKept = 10_000;

/** `2026-10-13 12:00:00`, as clocks show it. Offsets change only at a quarter of an hour: each is looked up once. */
function localTimes(zone: string): LocalTime {
  const offsets = new Map<number, number>();
  return (instant) => {
    const at = Date.parse(instant);
    const quarter = Math.floor(at / quarterMs);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      if (offsets.size >= offsetsKept) offsets.clear();
      offset = localTimeAt(zone, quarter * quarterMs) - quarter * quarterMs;
      offsets.set(quarter, offset);
    }
    return new Date(at + offset).toISOString().slice(0, 19).replace('T', ' ');
  };
}
