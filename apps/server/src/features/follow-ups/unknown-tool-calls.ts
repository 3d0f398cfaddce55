import { limits } from '@parley/contract';
import type { CallStore } from '../../ports/call-store.ts';
import type { FollowUpWork } from '../../ports/follow-ups.ts';
import type { ToolCallKey } from '../../ports/tool-calls.ts';
import type { NewFollowUpsOf } from './new-follow-ups.ts';

export interface UnknownToolCallsDeps {
  readonly store: Pick<CallStore, 'find'>;
  readonly work: Pick<FollowUpWork, 'add'>;
  readonly newFollowUps: NewFollowUpsOf;
}

/** Asks somebody to check whether something was done (FU14): once for each tool call, however often it is asked for. */
export function createReportUnknown({ store, work, newFollowUps }: UnknownToolCallsDeps) {
  return async ({ tenantId, callId, id, title }: ToolCallKey & { readonly title: string }): Promise<void> => {
    const call = await store.find({ id: callId });
    if (call?.tenantId !== tenantId || call.mode !== 'live') return;
    const what = `Nobody knows whether this was done: ${title}. Check it, and tell them.`;
    const detected = {
      ...({ reason: 'tool_unknown', urgentWhy: null, entry: null, dueAt: null } as const),
      what: what.slice(0, limits.followUpWhatMax).toWellFormed(),
    };
    const rows = await newFollowUps(call, [detected]);
    await work.add(rows.map((row) => ({ ...row, sourceKey: `${row.sourceKey}/${id}` })));
  };
}
