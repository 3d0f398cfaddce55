import { isTerminal } from '@parley/contract';
import type { CallStore } from '../../ports/call-store.ts';
import type { FollowUpWork } from '../../ports/follow-ups.ts';
import type { ToolCallKey } from '../../ports/tool-calls.ts';
import type { NewFollowUpsOf } from './new-follow-ups.ts';
import { toolFollowUps } from './tool-follow-ups.ts';

export interface UnknownToolCallsDeps {
  readonly store: Pick<CallStore, 'find'>;
  readonly work: Pick<FollowUpWork, 'add'>;
  readonly newFollowUps: NewFollowUpsOf;
}

/**
 * Asks somebody to check whether something was done, or to tell that it was once the call is over (FU14): once for each
 * tool call, however often it is asked for.
 */
export function createReportUnknown({ store, work, newFollowUps }: UnknownToolCallsDeps) {
  return async (
    { tenantId, callId, id, title }: ToolCallKey & { readonly title: string },
    what: 'unknown' | 'done',
  ): Promise<void> => {
    const call = await store.find({ id: callId });
    if (call?.tenantId !== tenantId || call.mode !== 'live') return;
    // While the call is up the agent tells it; whether it did is looked at when the call is over.
    if (what === 'done' && !isTerminal(call.status)) return;
    await work.add(await toolFollowUps(newFollowUps, call, [{ id, title, what }]));
  };
}
