import type { FollowUp } from '../../../lib/parsing/follow-ups.ts';
import type { ToolCall } from '../../../lib/parsing/tool-calls.ts';

/** The follow-up that asks somebody whether a tool has done what nobody knows; the one that names it, if there are several. */
export function checkOf(
  { state, title }: Pick<ToolCall, 'state' | 'title'>,
  followUps: readonly FollowUp[] | null,
): FollowUp | null {
  if (state !== 'unknown') return null;
  const checks = (followUps ?? []).filter(({ reason }) => reason === 'tool_unknown');
  return checks.find(({ what }) => what.includes(title)) ?? checks[0] ?? null;
}
