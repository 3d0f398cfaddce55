import type { Figure, Measure, MeasureOptions } from './report.ts';

/** What can be asked for by name, and the modules that measure it. */
export const parts = {
  history: ['./history/measure.ts'],
  audit: ['./audit/measure.ts'],
  reports: ['./reports/measure.ts'],
  costs: ['./costs/measure.ts'],
  knowledge: ['./knowledge/measure.ts'],
  inbox: ['./inbox/measure.ts'],
  search: ['./search/measure.ts'],
  export: ['./export/measure.ts'],
  campaigns: ['./campaigns/measure.ts'],
  recordings: ['./recordings/measure.ts'],
  tools: ['./tools/measure.ts'],
  webhooks: ['./webhooks/measure.ts'],
  commands: ['./commands/measure.ts'],
  voice: ['./voice/relay.ts', './voice/stream.ts'],
  web: ['./web/measure.ts'],
  start: ['./start/measure.ts'],
} as const;

export type PartName = keyof typeof parts;

export const isPart = (name: string): name is PartName => Object.hasOwn(parts, name);

/** Imported only when measured, so that no part's code affects another's figures. */
export async function measurePart(name: PartName, options: MeasureOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const file of parts[name]) {
    const { measure } = (await import(new URL(file, import.meta.url).href)) as { measure: Measure };
    figures.push(...(await measure(options)));
  }
  return figures;
}
