import { recordingNotice } from '@parley/contract';
import { say } from './agent.ts';
import { isQuiet } from './disclosure.ts';
import { change, type StepDraft } from './draft.ts';
import type { SessionState } from './state.ts';
import { requestAnswer, sayBeforeAnswer } from './turn.ts';

/**
 * A call that is recorded begins with the sentence that says so. Whoever talks over it hears it again, before the answer
 * where the session speaks the answer, otherwise as soon as nobody speaks.
 */

/** A speech engine that words the sentence differently is not asked for ever. What a carrier speaks, it speaks literally. */
const mostAttempts = 3;

/** The sentence that nobody has heard yet; null where it was heard, is being said, or there is nothing to announce. */
function announcementOwed({ settings, history, agent, announcements }: SessionState): string | null {
  if (settings.recorded !== true) return null;
  if (settings.speech === 'audio' && announcements >= mostAttempts) return null;
  const tags = [settings.language, ...(settings.languages ?? []).map(({ language }) => language)];
  const notices = tags.map((tag) => plain(recordingNotice(tag)));
  const tells = (text: string) => notices.some((notice) => plain(text).includes(notice));
  if (agent.kind === 'speaking' && tells(agent.utterance.text)) return null;
  if (history.some(({ entry }) => entry.kind === 'agent' && tells(entry.text))) return null;
  return recordingNotice(settings.language);
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');

/** The other party has spoken, and is answered. True: the answer was requested, and follows the sentence. */
export function announceBeforeAnswer(draft: StepDraft, finishedAt: number): boolean {
  if (draft.state.settings.speech === 'audio') return false;
  const owed = announcementOwed(draft.state);
  if (owed === null) return false;
  requestAnswer(draft, finishedAt);
  sayBeforeAnswer(draft, `${owed} `);
  return true;
}

/** Nobody speaks, and it was not heard: nothing else is said before. */
export function announceIfOwed(draft: StepDraft): void {
  const { state } = draft;
  const { phase, answering } = state;
  if (state.settings.recorded !== true || phase.kind !== 'live' || !isQuiet(state)) return;
  if (answering.by !== 'person' || answering.openingDue || answering.greetingEnd !== null) return;
  const owed = announcementOwed(state);
  if (owed === null) return;
  change(draft, { announcements: state.announcements + 1 });
  say(draft, owed, false);
}
