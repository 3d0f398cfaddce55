import type { OutcomeField, OutcomeFieldType, OutcomeValue } from '@parley/contract';
import { type SaidEntry, verifyValue } from '../../src/lib/outcomes/verify-value.ts';

/** Monday, 2 March 2026, half past eleven in the evening in New York; in Berlin it is Tuesday. */
export const late = Date.parse('2026-03-03T04:30:00Z');
export const timeZone = 'America/New_York';

export function fieldOf(type: OutcomeFieldType, changes: Partial<OutcomeField> = {}): OutcomeField {
  return { id: 'f', label: 'Invoice paid', type, description: '', choices: [], required: false, ...changes };
}

/** The agent first, then taking turns; `+` begins another entry of the same speaker. */
export function said(...lines: readonly string[]): SaidEntry[] {
  let speaker: SaidEntry['speaker'] = 'user';
  return lines.map((line, ordinal) => {
    if (line.startsWith('note ')) speaker = 'system';
    else if (!line.startsWith('+')) speaker = speaker === 'agent' ? 'user' : 'agent';
    const message = line.replace(/^(?:\+|note )\s*/, '').replace(/ \(cut off\)$/, '');
    const interrupted = line.endsWith('(cut off)');
    return { ordinal, speaker, message, interrupted, spokenAt: new Date(late + ordinal) };
  });
}

export interface Claim {
  readonly value: OutcomeValue;
  readonly entry?: number;
  readonly quote: string;
  readonly question?: string;
}

export function verify(field: OutcomeField, transcript: readonly SaidEntry[], claim: Claim) {
  const entry = claim.entry ?? transcript.findLastIndex(({ speaker }) => speaker === 'user');
  const asked = transcript.slice(0, entry).findLast(({ speaker }) => speaker === 'agent');
  const question =
    claim.question === undefined ? null : { entry: asked?.ordinal ?? -1, quote: claim.question };
  return verifyValue(
    field,
    { value: claim.value, entry, quote: claim.quote, question },
    { transcript, timeZone },
  );
}

export const choices = ['Morning', 'Afternoon', 'Late afternoon'];
export const paidQ = 'Have you paid the invoice?';
