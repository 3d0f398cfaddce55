import type { CallDirection, CallReason, Speaker } from '@parley/contract';

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

export interface SpokenEntry {
  readonly speaker: Speaker;
  readonly message: string;
  readonly interrupted: boolean;
}

/** Writes markdown: the outcome, then the facts. What to do next are the follow-ups. Null where nobody spoke. */
export interface Summarizer {
  /** For logs. */
  readonly name: string;
  summarize(material: SummaryMaterial, signal: AbortSignal): Promise<string | null>;
}
