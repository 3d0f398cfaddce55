import { limits } from '@parley/contract';
import type { CallRecord } from '../../ports/call.ts';
import type { NewFollowUp } from '../../ports/follow-ups.ts';
import type { NewFollowUpsOf } from './new-follow-ups.ts';

/** What the other party does not know of something that a tool has changed, or may have changed. */
export type WhatIsOpen = 'unknown' | 'done' | 'running';

export interface ToolCheck {
  /** Of the tool call. */
  readonly id: string;
  readonly title: string;
  readonly what: WhatIsOpen;
}

const sentences: Readonly<Record<WhatIsOpen, (title: string) => string>> = {
  unknown: (title) => `Nobody knows whether this was done: ${title}. Check it, and tell them.`,
  done: (title) => `This was done, and they may not know it: ${title}. Tell them.`,
  running: (title) => `This was under way when the call ended: ${title}. Check it, and tell them.`,
};

/** The follow-ups that ask somebody to check and to tell (FU14): one for each tool call, whatever is found of it first. */
export async function toolFollowUps(
  newFollowUps: NewFollowUpsOf,
  call: CallRecord,
  checks: readonly ToolCheck[],
): Promise<NewFollowUp[]> {
  const detected = checks.map(({ title, what }) => ({
    ...({ reason: 'tool_unknown', urgentWhy: null, entry: null, dueAt: null } as const),
    what: sentences[what](title).slice(0, limits.followUpWhatMax).toWellFormed(),
  }));
  const rows = await newFollowUps(call, detected);
  return rows.map((row, index) => ({ ...row, sourceKey: `${row.sourceKey}/${checks[index]?.id}` }));
}
