import type { InjectedFaults } from './injected-faults.ts';
import { type Findings, type Property, properties } from './properties.ts';

const wide = 62;
const narrow = 10;
/** So many differences are listed in full. */
const mostListed = 40;

/** The injected faults and the result of each check, as text. */
export function tableOf(title: string, faults: InjectedFaults, { checked, differences }: Findings): string {
  const row = (name: string, ...figures: (string | number)[]) =>
    `${name.padEnd(wide)}${figures.map((figure) => String(figure).padStart(narrow)).join('')}`;
  const line = '-'.repeat(wide + 2 * narrow);
  const wrong = (property: Property) => differences.filter((one) => one.property === property).length;
  const listed = differences
    .slice(0, mostListed)
    .map(({ property, about, detail }) => `  ${properties[property]}: ${about}: ${detail}`);
  return [
    '',
    title,
    line,
    row('fault', 'times', 'calls'),
    line,
    ...faults.map(({ fault, times, calls }) => row(fault, times, calls ?? '')),
    line,
    row('property', 'checked', 'wrong'),
    line,
    ...(Object.keys(properties) as Property[]).map((name) =>
      row(properties[name], checked[name], wrong(name)),
    ),
    line,
    ...listed,
    ...(differences.length > mostListed ? [`  … and ${differences.length - mostListed} more`] : []),
  ].join('\n');
}
