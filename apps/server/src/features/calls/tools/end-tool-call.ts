import type { ToolCallHolder, ToolCallKey, ToolCalls } from '../../../ports/tool-calls.ts';
import type { EndedToolCall } from '../../../voice/tools/tool-call-log.ts';

export interface EndingToolCall extends ToolCallKey {
  readonly name: string;
  readonly title: string;
  /** It changes something at a service of somebody else, and was sent there. */
  readonly changesOutside: boolean;
}

/**
 * Asks somebody to check whether it was done or, of what was done when the call was over, to tell that it was. Asked again
 * for the same tool call, it does nothing.
 */
export type ReportUnknown = (call: EndingToolCall, what: 'unknown' | 'done') => Promise<void>;

export type EndToolCall = (call: EndingToolCall, end: EndedToolCall, holder: ToolCallHolder) => Promise<void>;

export interface EndToolCallDeps {
  readonly toolCalls: Pick<ToolCalls, 'finish'>;
  readonly reportUnknown: ReportUnknown;
  readonly now: () => Date;
}

/**
 * Stores how a tool call ended. What nobody knows, and what the other party cannot be told any more, has its follow-up
 * first: a server killed in between leaves none out.
 */
export function createEndToolCall({ toolCalls, reportUnknown, now }: EndToolCallDeps): EndToolCall {
  return async (call, end, holder) => {
    if (end.state === 'unknown') await reportUnknown(call, 'unknown');
    if (end.state === 'done' && call.changesOutside) await reportUnknown(call, 'done');
    await toolCalls.finish(call, { ...end, at: now() }, holder);
  };
}
