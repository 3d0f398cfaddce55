import { recordingNotice } from '@parley/contract';
import { expect, test } from 'vitest';
import type { CallBrief } from '../../../ports/language-model.ts';
import { type CallManners, plainManners } from '../../../voice/session/manners.ts';
import type { PlacedEntry } from '../../../voice/session/placed-entry.ts';
import type { Phrases } from '../../../voice/session/settings.ts';
import { type RecordingAnnouncement, recordingAnnouncement } from './recording-announcement.ts';

const said = (text: string): PlacedEntry => ({
  ordinal: 0,
  entry: { kind: 'agent', text, interrupted: false },
});
const ofCall = { screeningAnswer: 'This is GS Dental.', voicemailMessage: 'Call us.' } as CallManners;
const first = (announcement: RecordingAnnouncement) => ({
  opening: announcement.inOpening({ opening: 'Hello.' } as CallBrief).opening,
  message: announcement.inManners(ofCall).voicemailMessage,
  screening: announcement.inManners(ofCall).screeningAnswer,
  cutOff: announcement.inPhrases({ cutOff: 'Sorry.' } as Phrases).cutOff,
});

test.each([
  ['en-US', 'This call is being recorded.'],
  ['es-MX', 'Esta llamada se está grabando.'],
  ['de-DE', 'Dieses Gespräch wird aufgezeichnet.'],
  ['fr-FR', 'Cet appel est enregistré.'],
])('RC2: in %s the first thing said is that the call is recorded', (language, notice) => {
  expect(recordingNotice(language)).toBe(notice);
  expect(first(recordingAnnouncement(true, language, null))).toEqual({
    ...{ opening: `${notice} Hello.`, message: `${notice} Call us.`, cutOff: 'Sorry.' },
    screening: `${notice} This is GS Dental.`,
  });
});

test('RC2: a session that follows a lost one says it unless it was heard', () => {
  const notice = recordingNotice('en-US');
  const unsaid = recordingAnnouncement(true, 'en-US', [said('Hel')]);
  expect(first(unsaid).cutOff).toBe(`${notice} Sorry.`);
  const heard = recordingAnnouncement(true, 'en-US', [said(`${notice} Hello.`)]);
  expect(first(heard)).toEqual({
    ...{ opening: 'Hello.', message: 'Call us.', screening: 'This is GS Dental.', cutOff: 'Sorry.' },
  });
});

test('RC2: a call that is not recorded says nothing of it, and a mailbox without a message hears none', () => {
  expect(first(recordingAnnouncement(false, 'en-US', null)).opening).toBe('Hello.');
  const announcement = recordingAnnouncement(true, 'en-US', null);
  expect(announcement.inManners(plainManners)).toEqual(plainManners);
});
