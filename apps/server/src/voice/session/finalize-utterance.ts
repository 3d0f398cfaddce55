import { change, closeItem, emit, finalSegment, type StepDraft, setEntry } from './draft.ts';
import type { Utterance } from './state.ts';

export type HowHeard = 'whole' | 'interrupted' | 'unconfirmed';

/** Stores an utterance as it was heard, finally. Nothing is stored of one that was not heard. */
export function finalizeUtterance(
  draft: StepDraft,
  utterance: Utterance,
  heard: string,
  how: HowHeard,
): void {
  closeItem(draft, utterance.itemId);
  const { ordinal } = utterance;
  const text = heard.replace(/\s+/g, ' ').trim();
  if (text === '') {
    setEntry(draft, ordinal, null);
    // A checkpoint may have estimated that more was heard.
    if (utterance.saved !== '') emit(draft, { type: 'remove', ordinal });
    return;
  }
  noteMessage(draft);
  const interrupted = how !== 'whole';
  const unconfirmed = how === 'unconfirmed';
  finalSegment(draft, {
    ordinal,
    speaker: 'agent',
    text,
    at: entryTime(utterance),
    interrupted,
    unconfirmed,
  });
  setEntry(draft, ordinal, { kind: 'agent', text, interrupted });
}

/** Text is sent before its voice is heard: where the carrier reports when that is, the entry has that time. */
export function entryTime({ heardAt, startedAt }: Utterance): number {
  return heardAt ?? startedAt;
}

/** All that is said to a machine that records is the message. */
function noteMessage(draft: StepDraft): void {
  const { answering } = draft.state;
  if (answering.by === 'recorder') change(draft, { answering: { ...answering, messageHeard: true } });
}
