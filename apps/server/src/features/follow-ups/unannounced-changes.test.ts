import { describe, expect, test } from 'vitest';
import type { TranscriptEntry } from '../../ports/transcript-store.ts';
import { unannouncedChanges } from './unannounced-changes.ts';

const done = { id: 'call00001', title: 'Booked an appointment', ordinal: 9_500.5, doneAt: new Date(10_000) };
const unannounced = [{ id: 'call00001', title: 'Booked an appointment', what: 'done' }];

function said(message: string, at = 10_200, patch: Partial<TranscriptEntry> = {}): TranscriptEntry {
  return {
    ...{ ordinal: at, speaker: 'agent', message, spokenAt: new Date(at), interrupted: false },
    ...patch,
  };
}

const german = {
  speech: { language: 'de-DE', otherLanguages: [] },
  conversation: { phrases: { goodbye: 'Bis bald bei {organization}.' } },
} as unknown as NonNullable<Parameters<typeof unannouncedChanges>[2]>;

describe('FU14: what was done is told by a sentence of the agent after it', () => {
  test.each([
    ['heard to its end', [said('You are booked for Tuesday at ten.')]],
    ['without a full stop', [said('You are booked for Tuesday')]],
    [
      'heard before the goodbye was cut off',
      [said('You are booked for Tuesday. Good', 1e5, { interrupted: true })],
    ],
    [
      'that follows one that was cut off',
      [said('You are', 10_200, { interrupted: true }), said('See you then.', 10_900)],
    ],
    ['after a filler in the same breath', [said('One moment, please. You are booked.')]],
    ['at the same moment', [said('You are booked.', 10_000)]],
  ])('%s', (_what, transcript) => {
    expect(unannouncedChanges([done], transcript, null, [])).toEqual([]);
  });

  test.each([
    ['nothing', []],
    ['what was said before', [said('Shall I book Tuesday?', 9_000)]],
    ['what was said before and heard after it', [said('I am booking it.', 10_200, { ordinal: 9_500 })]],
    ['what the other party says', [said('Thank you.', 10_200, { speaker: 'user' })]],
    ['a note', [said('The line dropped.', 10_200, { speaker: 'system' })]],
    ['a sentence that was cut off', [said('You are booked for', 10_200, { interrupted: true })]],
    ['a filler', [said('One moment, please.')]],
    ['the apology for a cut', [said('I am sorry, we were cut off for a moment.')]],
    [
      'the beginning of an apology',
      [said('I am sorry, I have a technical problem and cannot go on. Some', 10_200, { interrupted: true })],
    ],
    ['the goodbye of the session', [said('Thank you. Goodbye.')]],
  ])('and not by %s', (_what, transcript) => {
    expect(unannouncedChanges([done], transcript, null, [])).toEqual(unannounced);
  });

  test.each([
    ['its language', 'Einen Moment, bitte.'],
    ['its own wording', 'Bis bald bei GS Dental.'],
  ])('and not by what the session says in %s', (_what, message) => {
    expect(unannouncedChanges([done], [said(message)], german, [])).toEqual(unannounced);
    expect(unannouncedChanges([done], [said(`${message} Ihr Termin steht.`)], german, [])).toEqual([]);
  });
});

describe('FU14: what a tool has the session say tells nothing of its end', () => {
  const own = ['I am booking it now. Stay on the line.', 'I could not {reach} the book'];

  test.each([
    ['while it runs', 'I am booking it now. Stay on the line.'],
    ['while it runs, in part', 'I am booking it now.'],
    ['where another one failed', 'I could not {reach} the book'],
  ])('%s', (_when, message) => {
    expect(unannouncedChanges([done], [said(message)], null, own)).toEqual(unannounced);
    expect(unannouncedChanges([done], [said(message)], null, [])).toEqual([]);
  });

  test('and what follows it in the same breath does', () => {
    const message = 'I am booking it now. Stay on the line. You are booked.';
    expect(unannouncedChanges([done], [said(message)], null, own)).toEqual([]);
  });
});

test('FU14: what was still running is open, whatever was said', () => {
  expect(unannouncedChanges([{ ...done, doneAt: null }], [said('Goodbye, Maria.', 1e6)], null, [])).toEqual([
    { ...unannounced[0], what: 'running' },
  ]);
});
