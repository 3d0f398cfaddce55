import { type Findings, type Property, properties } from './properties.ts';
import type { Strikes } from './strikes.ts';

const wide = 62;
const narrow = 10;
/** So many differences are told in full. */
const mostTold = 40;

/** What was done and what came of it, for people. */
export function tableOf(title: string, strikes: Strikes, { checked, differences }: Findings): string {
  const row = (name: string, ...figures: (string | number)[]) =>
    `${name.padEnd(wide)}${figures.map((figure) => String(figure).padStart(narrow)).join('')}`;
  const line = '-'.repeat(wide + 2 * narrow);
  const wrong = (property: Property) => differences.filter((one) => one.property === property).length;
  const told = differences
    .slice(0, mostTold)
    .map(({ property, about, detail }) => `  ${properties[property]}: ${about}: ${detail}`);
  return [
    '',
    title,
    line,
    row('fault', 'times', 'calls'),
    line,
    ...strikes.map(({ fault, times, calls }) => row(fault, times, calls ?? '')),
    line,
    row('property', 'checked', 'wrong'),
    line,
    ...(Object.keys(properties) as Property[]).map((name) =>
      row(properties[name], checked[name], wrong(name)),
    ),
    line,
    ...told,
    ...(differences.length > mostTold ? [`  … and ${differences.length - mostTold} more`] : []),
  ].join('\n');
}
