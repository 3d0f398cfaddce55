import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, reached, shown } from './report.ts';
import { type Results, root } from './results.ts';

/** The page whose tables are those of the last whole run. */
export const page = join(root, 'docs/performance.md');

const start = '<!-- figures: written by `npm run bench` -->';
const end = '<!-- end of figures -->';

/** Puts the figures of a run between the two marks of the page. */
export function documentResults(results: Results): void {
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), results));
}

export function withFigures(text: string, results: Results): string {
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from)
    throw new Error('docs/performance.md has lost the marks between which figures stand.');
  return `${text.slice(0, from)}${start}\n\n${figuresText(results)}\n${text.slice(to)}`;
}

function figuresText({ commit, machine, node, date, figures }: Results): string {
  const judged = figures.filter(({ reach }) => reach !== undefined);
  const names = [...new Set(figures.map(({ part }) => part))];
  const parts = names.map((name) => {
    const own = figures.filter(({ part }) => part === name);
    return `### ${name}\n\n| what | value | limit | ratio | |\n|---|---:|---:|---:|---|\n${own.map(line).join('\n')}\n`;
  });
  return [
    `Commit ${commit} on ${machine}, Node ${node}, ${date.slice(0, 16).replace('T', ' ')} UTC.\n`,
    '### What has to be reached\n',
    '| part | what | ratio | reach | |',
    '|---|---|---:|---:|---|',
    ...judged.map(judgement),
    '',
    ...parts,
  ].join('\n');
}

function judgement(figure: Figure): string {
  const { part, what, ratio, reach } = figure;
  const bound = reach === undefined ? '' : `${reach.at === 'most' ? '≤' : '≥'} ${reach.ratio}`;
  return `| ${part} | ${what} | ${number(ratio)} | ${bound} | ${reached(figure) ? 'met' : '**missed**'} |`;
}

const line = ({ what, value, unit, limit, ratio, note }: Figure) =>
  `| ${what} | ${`${shown(value)} ${unit}`.trim()} | ${number(limit)} | ${number(ratio)} | ${note ?? ''} |`;

const number = (value: number | undefined) => (value === undefined ? '' : shown(value));
