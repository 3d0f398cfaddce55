import type { ToolCallState } from '../../ports/tool-calls.ts';
import type { TransportOutcome } from '../../ports/tool-transport.ts';

/** What of a tool decides whether it may be sent again (rule VS46). */
export interface RepeatRules {
  /** It changes something on the other side. */
  readonly changes: boolean;
  /** The other side carries out two requests with one Idempotency-Key once. */
  readonly honoursKey: boolean;
}

export type AfterTry =
  | { readonly kind: 'repeat' }
  | { readonly kind: 'end'; readonly state: Exclude<ToolCallState, 'running'> };

/** A tool call is sent at most twice. */
export const mostTries = 2;

/** What follows the latest of these tries: the end of the tool call, or its only repetition, with the same key. */
export function afterTry(rules: RepeatRules, tries: readonly TransportOutcome[]): AfterTry {
  const verdicts = tries.map((outcome) => verdictOf(rules, outcome));
  const latest = verdicts.at(-1) ?? { state: 'failed', mayBeRepeated: false, isFinal: true };
  if (latest.mayBeRepeated && tries.length < mostTries && isRepeatable(rules)) return { kind: 'repeat' };
  // A repetition that never got through says nothing about the try before it.
  const unknown = verdicts.some(({ state }) => state === 'unknown') && !latest.isFinal;
  return { kind: 'end', state: unknown ? 'unknown' : latest.state };
}

/** What changes nothing may be asked twice; what changes something only where the other side tells the two apart. */
function isRepeatable({ changes, honoursKey }: RepeatRules): boolean {
  return !changes || honoursKey;
}

interface Verdict {
  readonly state: Exclude<ToolCallState, 'running'>;
  /** Another try may end better. */
  readonly mayBeRepeated: boolean;
  /** It speaks for the tool call and not for this try alone. */
  readonly isFinal: boolean;
}

function verdictOf({ changes }: RepeatRules, outcome: TransportOutcome): Verdict {
  switch (outcome.kind) {
    case 'refused':
      return { state: 'refused', mayBeRepeated: false, isFinal: false };
    case 'not_sent':
      return { state: 'failed', mayBeRepeated: true, isFinal: false };
    case 'lost':
      return { state: changes ? 'unknown' : 'timed_out', mayBeRepeated: true, isFinal: false };
    case 'answered':
      return ofStatus(outcome.status, changes);
  }
}

function ofStatus(status: number, changes: boolean): Verdict {
  if (status >= 200 && status < 300) return { state: 'done', mayBeRepeated: false, isFinal: true };
  const maybeDone = changes ? 'unknown' : 'failed';
  // The other side has not looked at it yet.
  if (status === 408 || status === 425 || status === 429)
    return { state: 'failed', mayBeRepeated: true, isFinal: false };
  // It has failed, at some point of its work.
  if (status >= 500) return { state: maybeDone, mayBeRepeated: true, isFinal: false };
  // Forms answer so when they have done what they were asked for. No redirect is followed.
  if (status === 302 || status === 303) return { state: maybeDone, mayBeRepeated: false, isFinal: false };
  return { state: 'failed', mayBeRepeated: false, isFinal: true };
}

/** A try of a server that is gone: nobody knows whether it was sent. */
export const lostTry: TransportOutcome = { kind: 'lost', why: 'The server that sent it is gone.' };
