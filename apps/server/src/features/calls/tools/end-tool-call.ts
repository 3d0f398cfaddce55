import type { ToolCallHolder, ToolCallKey, ToolCalls } from '../../../ports/tool-calls.ts';
import type { EndedToolCall } from '../../../voice/tools/tool-call-log.ts';

export interface UnknownToolCall extends ToolCallKey {
  readonly name: string;
  readonly title: string;
}

/** Asks somebody to check whether it was done. Asked again for the same tool call, it does nothing. */
export type ReportUnknown = (call: UnknownToolCall) => Promise<void>;

export type EndToolCall = (
  call: UnknownToolCall,
  end: EndedToolCall,
  holder: ToolCallHolder,
) => Promise<void>;

export interface EndToolCallDeps {
  readonly toolCalls: Pick<ToolCalls, 'finish'>;
  readonly reportUnknown: ReportUnknown;
  readonly now: () => Date;
}

/** Stores how a tool call ended. What nobody knows has its follow-up first: a server killed in between leaves none out. */
export function createEndToolCall({ toolCalls, reportUnknown, now }: EndToolCallDeps): EndToolCall {
  return async (call, end, holder) => {
    if (end.state === 'unknown') await reportUnknown(call);
    await toolCalls.finish(call, { ...end, at: now() }, holder);
  };
}
