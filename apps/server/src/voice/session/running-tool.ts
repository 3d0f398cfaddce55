/** A tool that has not answered yet. */
export interface RunningTool {
  readonly callId: string;
  readonly name: string;
  readonly changes: boolean;
  readonly startedAt: number;
  readonly limitMs: number;
  /** What the tool itself has to say meanwhile and on failure; null: the session's fillers, the model's words. */
  readonly sayMeanwhile: string | null;
  readonly sayOnFailure: string | null;
  /** When the other party had finished what the call belongs to; null where words answered it already. */
  readonly callerFinishedAt: number | null;
  /** Its time limit is over: the conversation does not wait for it any more. */
  readonly overdue: boolean;
}
