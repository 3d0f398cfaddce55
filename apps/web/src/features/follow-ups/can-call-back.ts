import type { FollowUp } from '../../lib/parsing/follow-ups.ts';

/** Not what is closed, has no number, or is being called at this moment. The server decides. */
export function canCallBack({ state, number, lastCall }: FollowUp): boolean {
  return state !== 'done' && number !== null && lastCall?.live !== true;
}
