import type { CampaignReport } from '@parley/contract';
import { hourInZone } from '../../../lib/calling-hours/hour-in-zone.ts';

export interface TimesRow {
  /** Empty: the row was erased. */
  readonly zone: string;
  readonly at: Date | string;
  readonly calls: number;
  readonly answered: number;
  readonly reached: number;
}

export interface FieldRow {
  readonly id: string;
  readonly label: string;
  readonly type: string;
  readonly value: string | null;
  readonly known: boolean;
  readonly calls: number;
}

export function hoursOf(times: readonly TimesRow[]): CampaignReport['hours'] {
  const hours = new Map<number, { hour: number; calls: number; answered: number }>();
  for (const { zone, at, calls, answered } of times) {
    if (zone === '') continue;
    const hour = hourInZone(new Date(at), zone);
    const sum = hours.get(hour) ?? { hour, calls: 0, answered: 0 };
    hours.set(hour, { hour, calls: sum.calls + calls, answered: sum.answered + answered });
  }
  return [...hours.values()].toSorted((a, b) => a.hour - b.hour);
}

export function zonesOf(times: readonly TimesRow[]): CampaignReport['zones'] {
  const zones = new Map<string, CampaignReport['zones'][number]>();
  for (const { zone, calls, answered, reached } of times) {
    const sum = zones.get(zone) ?? { zone, calls: 0, answered: 0, reached: 0 };
    zones.set(zone, {
      ...{
        zone,
        calls: sum.calls + calls,
        answered: sum.answered + answered,
        reached: sum.reached + reached,
      },
    });
  }
  return [...zones.values()].toSorted((a, b) => b.calls - a.calls || a.zone.localeCompare(b.zone, 'en'));
}

/** A field whose name was changed meanwhile has the latest name of those that the calls have. */
export function fieldsOf(rows: readonly FieldRow[]): CampaignReport['fields'] {
  const fields = new Map<string, CampaignReport['fields'][number]>();
  for (const { id, label, type, value, known, calls } of rows) {
    const field = fields.get(id) ?? { id, label, calls: 0, known: 0, values: [] };
    fields.set(id, {
      ...field,
      calls: field.calls + calls,
      known: field.known + (known ? calls : 0),
      values: known && value !== null ? added(field.values, wordOf(type, value), calls) : field.values,
    });
  }
  return [...fields.values()];
}

function wordOf(type: string, value: string): string {
  if (type !== 'yes_no') return value;
  return value === 'true' ? 'Yes' : 'No';
}

function added(values: CampaignReport['fields'][number]['values'], value: string, count: number) {
  const before = values.find((each) => each.value === value)?.count ?? 0;
  const others = values.filter((each) => each.value !== value);
  return [...others, { value, count: before + count }].toSorted((a, b) => b.count - a.count);
}
