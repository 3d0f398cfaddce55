import type { CallRecord } from '../../../ports/call.ts';
import { type Intent, intentsOf } from '../understanding/intents.ts';
import { normalized } from '../understanding/normalize.ts';
import { isRecorded, type Transcript } from './spoken.ts';

/** "I am not available on Friday" is said by somebody who is there. */
const aboutMe =
  /\b(?:i'm|i am|i'll be|i will be|we're|we are|i was) not (?:here|in|home|at home|available|around)\b/gi;
const nobody: readonly Intent[] = ['wrongNumber', 'absent', 'deceased'];

/**
 * Whether a person was reached, and the right one. In doubt it is no: a follow-up that stays open is closed by hand, and one
 * that was closed wrongly is forgotten.
 */
export function isPersonReached(
  { answeredAt, reason }: Pick<CallRecord, 'answeredAt' | 'reason'>,
  transcript: Transcript,
): boolean {
  if (answeredAt === null) return false;
  if (reason === 'voicemail' || reason === 'voicemail_left' || reason === 'agent_failed') return false;
  const said = transcript.filter(
    ({ speaker, message }) => speaker === 'user' && /[\p{L}\p{N}]/u.test(message) && !isRecorded(message),
  );
  return said.length > 0 && !said.some(({ message }) => saysNobody(message));
}

function saysNobody(message: string): boolean {
  const intents = intentsOf(normalized(message).replace(aboutMe, ' '));
  return nobody.some((intent) => intents.has(intent));
}
