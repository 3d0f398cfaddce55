import { recordingNotice } from '@parley/contract';
import type { CallBrief } from '../../../ports/language-model.ts';
import type { CallManners } from '../../../voice/session/manners.ts';
import type { PlacedEntry } from '../../../voice/session/placed-entry.ts';
import type { Phrases } from '../../../voice/session/settings.ts';

/** Puts the announcement before whatever a session says first, so that it is heard and stands in the transcript. */
export interface RecordingAnnouncement {
  inOpening(brief: CallBrief): CallBrief;
  /**
   * `haveSpoken`: they were asked whether the call may be recorded, so nobody waits for their first words.
   * A mailbox hears the message instead of the opening, and a phone that asks who is calling hears its answer before.
   */
  inManners(manners: CallManners, haveSpoken?: boolean): CallManners;
  /** A session that follows one that was lost begins with an apology. */
  inPhrases(phrases: Phrases): Phrases;
}

const firstOf: RecordingAnnouncement['inManners'] = (manners, haveSpoken = false) =>
  haveSpoken ? { ...manners, firstSpeaker: 'agent' } : manners;

/** `history`: what was said before this session; null in the first one. */
export function recordingAnnouncement(
  isRecorded: boolean,
  language: string,
  history: readonly PlacedEntry[] | null,
): RecordingAnnouncement {
  const notice = recordingNotice(language);
  const wasSaid =
    history?.some(({ entry }) => entry.kind === 'agent' && entry.text.includes(notice)) ?? false;
  if (!isRecorded || wasSaid)
    return { inOpening: (brief) => brief, inManners: firstOf, inPhrases: (phrases) => phrases };
  const first = (text: string) => `${notice} ${text}`;
  const ifAny = (text: string | null) => (text === null ? null : first(text));
  return {
    inOpening: (brief) => (brief.opening === undefined ? brief : { ...brief, opening: first(brief.opening) }),
    inManners: (manners, haveSpoken) => ({
      ...firstOf(manners, haveSpoken),
      screeningAnswer: ifAny(manners.screeningAnswer),
      voicemailMessage: ifAny(manners.voicemailMessage),
    }),
    inPhrases: (phrases) => (history === null ? phrases : { ...phrases, cutOff: first(phrases.cutOff) }),
  };
}
