import { expect, test } from 'vitest';
import type { TranscriptEntry } from '../ports/transcript-store.ts';
import { agentPressedNote, pressedNote } from './session/pressed-note.ts';
import { resumedFrom } from './stored-history.ts';

const entry = (
  ordinal: number,
  speaker: TranscriptEntry['speaker'],
  message: string,
  interrupted = false,
) => ({
  ...{ ordinal, speaker, message, interrupted, spokenAt: new Date(0) },
});

test('VS37: the stored transcript becomes the history, in its places; notes are left out', () => {
  const { history, firstOrdinal, transferFailed } = resumedFrom(
    [
      entry(0, 'agent', 'Hello.'),
      entry(2, 'user', 'Yes?'),
      entry(3, 'system', pressedNote('1#')),
      entry(4, 'agent', 'Would you', true),
      entry(5, 'system', 'The line dropped during the conversation.'),
    ],
    2,
  );
  expect(history).toEqual([
    { ordinal: 0, entry: { kind: 'agent', text: 'Hello.', interrupted: false } },
    { ordinal: 2, entry: { kind: 'said', text: 'Yes?' } },
    { ordinal: 3, entry: { kind: 'pressed', digits: '1#' } },
    { ordinal: 4, entry: { kind: 'agent', text: 'Would you', interrupted: true } },
  ]);
  expect(transferFailed).toBe(false);
  // The lost session may still store what it had begun.
  expect(firstOrdinal).toBeGreaterThan(50);
});

test('VS37: keys that the agent pressed before the cut are in the history, so that it does not press them again', () => {
  const { history } = resumedFrom(
    [entry(0, 'user', 'For bookings press two.'), entry(1, 'system', agentPressedNote('2ww#'))],
    2,
  );
  expect(history[1]).toEqual({
    ordinal: 1,
    entry: {
      ...{ kind: 'tool', id: 'keys00001', call: { name: 'send_digits', input: { digits: '2#' } } },
      result: { status: 'done', detail: 'Pressed 2 #.' },
    },
  });
});

test('VS37: nothing was said yet', () => {
  expect(resumedFrom([], 2)).toMatchObject({ history: [], firstOrdinal: 100 });
});

test('VS23: a transfer that failed before the cut is not tried again after it', () => {
  expect(resumedFrom([entry(0, 'system', 'The call could not be transferred.')], 2).transferFailed).toBe(
    true,
  );
});

test('VS37: after a session that could store nothing the next one has other places', () => {
  const transcript = [entry(0, 'agent', 'Hello.')];
  expect(resumedFrom(transcript, 3).firstOrdinal - resumedFrom(transcript, 2).firstOrdinal).toBe(100);
});

test('VS23: the other party is back from a transfer while nobody has said anything since', () => {
  const failed = entry(3, 'system', 'The call could not be transferred.');
  const transferred = entry(2, 'system', 'Transferred to a person.');
  const spoken = [entry(0, 'agent', 'Hello.'), entry(1, 'user', 'A person, please.')];
  const isBack = (...transcript: Parameters<typeof resumedFrom>[0][number][]) =>
    resumedFrom(transcript, 2).backFromTransfer;
  expect(isBack(...spoken)).toBe(false);
  expect(isBack(...spoken, transferred, failed)).toBe(true);
  expect(isBack(...spoken, failed, { ...transferred, ordinal: 4 })).toBe(true);
  expect(isBack(...spoken, failed, entry(4, 'agent', 'I could not connect you.'))).toBe(false);
});
