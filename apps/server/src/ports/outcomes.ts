import type {
  CallOutcome,
  CallResult,
  OutcomeField,
  OutcomeValue,
  ProvedValue,
  ShownOutcome,
} from '@parley/contract';
import type { CallRecord } from './call.ts';
import type { Caller } from './caller.ts';
import type { DetectedFollowUp, NewFollowUp } from './follow-ups.ts';
import type { OnTokens } from './language-model.ts';
import type { StoredToolCall } from './tool-calls.ts';
import type { CallKey, TranscriptEntry } from './transcript-store.ts';
import type { SummaryMaterial } from './voice-summary.ts';

/** What an outcome is read from: the stored call. */
export interface OutcomeMaterial extends SummaryMaterial {
  readonly transcript: readonly TranscriptEntry[];
  readonly fields: readonly OutcomeField[];
  /** A BCP 47 tag. */
  readonly language: string;
  /** What the agent did besides speaking, in the order in which it did; missing where it has no tools. */
  readonly toolCalls?: readonly StoredToolCall[];
}

/** What an extractor believes. Nothing of it is stored before it is verified. */
export interface ExtractedOutcome {
  readonly result: CallResult | null;
  readonly sentence: string | null;
  readonly values: readonly ProvedValue[];
  readonly followUps: readonly DetectedFollowUp[];
}

export interface OutcomeExtractor {
  readonly name: 'rules' | 'model';
  extract(material: OutcomeMaterial, signal: AbortSignal, onTokens?: OnTokens): Promise<ExtractedOutcome>;
}

export type CorrectionResult =
  | { readonly kind: 'stored'; readonly outcome: ShownOutcome }
  /** Somebody else has corrected the value meanwhile. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'call_missing' }
  | { readonly kind: 'field_missing' };

export interface OutcomeStore {
  /**
   * Marks the call as being read and sends the job that does it, together. False: this run or a later one is stored, or
   * the call is gone.
   */
  begin(call: CallKey, run: number): Promise<boolean>;
  /** Stores the outcome with its follow-ups, event and notices, together. False: this run or a later one is stored. */
  save(call: CallKey, run: number, outcome: CallOutcome, followUps: readonly NewFollowUp[]): Promise<boolean>;
  /** The run was given up. */
  fail(call: CallKey, run: number): Promise<void>;
  /** Asks for another run; its number, or why not. */
  request(caller: Caller, callId: string): Promise<number | 'missing' | 'live'>;
  /** `revision` is 0 where there is no correction yet. The value has the type of the field. */
  correct(
    caller: Caller,
    callId: string,
    field: string,
    revision: number,
    value: OutcomeValue | null,
  ): Promise<CorrectionResult>;
  withdraw(caller: Caller, callId: string, field: string, revision: number): Promise<CorrectionResult>;
  /** Null: there is no such call. */
  shown(tenantId: string, callId: string): Promise<ShownOutcome | null>;
  /** The fields of the template or of the agent: as the call had them, or as they are now. */
  fieldsFor(call: CallRecord, run: 'first' | 'again'): Promise<readonly OutcomeField[]>;
}
