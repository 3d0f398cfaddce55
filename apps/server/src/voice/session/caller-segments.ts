import { change, finalSegment, restartRounds, type StepDraft, setCaller, setEntry } from './draft.ts';
import { pressedNote } from './pressed-note.ts';

/** Stores what the other party was saying; false when there is no text of it. */
export function commitCaller(draft: StepDraft): boolean {
  const { caller } = draft.state;
  if (caller.kind !== 'speaking') return false;
  setCaller(draft, { kind: 'silent' });
  if (caller.text === '') return false;
  const { ordinal, text, reported, startedAt: at } = caller;
  finalSegment(draft, { ordinal, speaker: 'user', text, at });
  setEntry(draft, ordinal, { kind: 'said', text });
  change(draft, { otherPartySpoke: true, silences: 0, storedPrefix: reported, speakingSince: null });
  restartRounds(draft);
  return true;
}

export function commitDigits(draft: StepDraft): boolean {
  const { digits } = draft.state;
  if (!digits) return false;
  const { ordinal, pressed, startedAt: at } = digits;
  change(draft, { digits: null, otherPartySpoke: true, silences: 0 });
  restartRounds(draft);
  finalSegment(draft, {
    ordinal,
    speaker: 'system',
    text: pressedNote(pressed),
    at,
  });
  setEntry(draft, ordinal, { kind: 'pressed', digits: pressed });
  return true;
}
