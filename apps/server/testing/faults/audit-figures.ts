import type { DatabaseState } from './evidence.ts';
import type { Findings } from './properties.ts';

/** Compares each sum of reports with a scan of the calls (RE4). */
export function auditFigures({ figures: { counted, scanned } }: DatabaseState, findings: Findings): void {
  const [stored, expected] = [new Set(counted), new Set(scanned)];
  for (const line of new Set([...counted, ...scanned]))
    findings.check('figures', line, stored.has(line) && expected.has(line), () =>
      stored.has(line) ? 'the calls say otherwise' : 'no such sum',
    );
}
