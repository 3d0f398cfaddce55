import type { CallDirection, CallReason, Speaker } from '@parley/contract';
import type { CallRecord } from './call.ts';
import type { OnTokens } from './language-model.ts';

/** What a summary is made from: the stored call. */
export interface SummaryMaterial {
  readonly agentName: string;
  readonly direction: CallDirection;
  readonly instructions: string | null;
  readonly reason: CallReason | null;
  readonly startedAt: Date;
  readonly timeZone: string;
  readonly transcript: readonly SpokenEntry[];
}

/** The same for whatever is read from a call that is over: summary, outcome and follow-ups. */
export function summaryMaterialOf<Entry extends SpokenEntry>(
  call: CallRecord,
  agent: { readonly displayName: string } | null,
  timeZone: string,
  transcript: readonly Entry[],
): SummaryMaterial & { readonly transcript: readonly Entry[] } {
  const { direction, instructions, reason, answeredAt, createdAt } = call;
  return {
    ...{ direction, instructions, reason, timeZone, transcript },
    agentName: agent?.displayName ?? 'The agent',
    startedAt: answeredAt ?? createdAt,
  };
}

export interface SpokenEntry {
  readonly speaker: Speaker;
  readonly message: string;
  readonly interrupted: boolean;
}

/** Writes markdown: the outcome, then the facts. What to do next are the follow-ups. Null where nobody spoke. */
export interface Summarizer {
  /** For logs. */
  readonly name: string;
  summarize(material: SummaryMaterial, signal: AbortSignal, onTokens?: OnTokens): Promise<string | null>;
}
