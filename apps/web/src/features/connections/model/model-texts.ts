import type { ModelCheck } from '../../../lib/parsing/connections.ts';

/** A time that somebody waits on the phone: 0.4 s. */
export function secondsText(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** What a test turn has shown. */
export function modelTestText({
  firstWordMs,
  tools,
  structured,
}: Pick<ModelCheck, 'firstWordMs' | 'tools' | 'structured'>): string {
  return [
    firstWordMs === null ? null : `First word after ${secondsText(firstWordMs)}`,
    tools === null ? null : tools ? 'tools work' : 'tools do not work',
    structured === null ? null : structured ? 'structured output works' : 'structured output does not work',
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
