import { expect, test } from 'vitest';
import { consentForAgent, startingRecordingSettings } from '../recordings/recording.ts';
import { spokenLanguages } from './languages.ts';
import { recordingAnswer, recordingQuestion } from './recording-question.ts';

test.each([
  ['en-US', 'Yes.'],
  ['en-GB', 'Yeah, go ahead.'],
  ['en-US', 'Sure'],
  ['en-US', 'OK, that’s fine.'],
  ['es-MX', 'Sí, claro.'],
  ['es-ES', 'si'],
  ['es-ES', 'De acuerdo.'],
  ['de-DE', 'Ja.'],
  ['de-AT', 'Ja, gerne.'],
  ['de-DE', 'Einverstanden'],
  ['fr-FR', 'Oui.'],
  ['fr-CA', 'D’accord.'],
  ['fr-FR', 'Pas de problème.'],
  ['it-IT', 'yes'],
  ['en-US', 'Yes, you can record it, thank you.'],
  ['de-DE', 'Ja, bitte, das geht in Ordnung.'],
])('RC13: %s: "%s" is a yes', (language, text) => {
  expect(recordingAnswer(text, language)).toBe('yes');
});

test.each([
  ['en-US', 'No.'],
  ['en-US', 'Yes, no, rather not.'],
  ['en-US', 'I don’t want that.'],
  ['en-US', 'Okay, but please do not record me.'],
  ['es-ES', 'No, gracias.'],
  ['es-ES', 'Sí, pero no grabe.'],
  ['de-DE', 'Nein danke.'],
  ['de-DE', 'Ja, aber nicht aufzeichnen.'],
  ['de-DE', 'Auf keinen Fall.'],
  ['fr-FR', 'Non merci.'],
  ['fr-FR', 'Oui mais je ne veux pas.'],
  ['de-DE', 'No.'],
  ['en-US', 'Okay, I’d rather you didn’t.'],
  ['en-US', 'Okay but without recording.'],
  ['en-US', 'Yes, I mind.'],
  ['de-DE', 'Ja, aber ohne Aufzeichnung.'],
  ['fr-FR', 'D’accord, mais sans enregistrement.'],
  ['es-ES', 'Sí, pero sin grabar.'],
])('RC13: %s: "%s" is a no', (language, text) => {
  expect(recordingAnswer(text, language)).toBe('no');
});

test.each([
  ['en-US', 'Yes?'],
  ['en-US', 'Hello?'],
  ['en-US', 'Yes, who is this'],
  ['en-US', 'Yesterday I called you.'],
  ['es-ES', '¿Sí? Dígame'],
  ['de-DE', 'Ja, hallo'],
  ['de-DE', 'Januar'],
  ['fr-FR', 'Oui, allô'],
  ['en-US', ''],
  ['en-US', `Yes ${'and so on '.repeat(20)}`],
  ['en-US', `You have reached a mailbox that does not take calls, ${'please wait '.repeat(12)}`],
])('RC13: %s: "%s" is neither', (language, text) => {
  expect(recordingAnswer(text, language)).toBe('unclear');
});

test('RC13: the question is there in every language of the session, and is no answer to itself', () => {
  const asked = spokenLanguages.map((language) => recordingQuestion(language));
  expect(new Set(asked.map(({ question }) => question)).size).toBe(spokenLanguages.length);
  for (const [n, { question, again }] of asked.entries())
    for (const text of [question, again])
      expect(recordingAnswer(text, spokenLanguages[n] ?? '')).not.toBe('yes');
});

test('RC13: an agent asks or announces as its organization does, unless it is set otherwise', () => {
  const settings = { ...startingRecordingSettings, enabled: true, agentIds: ['a', 'b'] };
  expect(consentForAgent(settings, 'a')).toBe('announce');
  const asking = { ...settings, consent: 'ask' as const, agentConsent: { b: 'announce' as const } };
  expect(['a', 'b', 'c'].map((id) => consentForAgent(asking, id))).toEqual(['ask', 'announce', null]);
  expect(consentForAgent({ ...asking, enabled: false }, 'a')).toBeNull();
  expect(consentForAgent({ ...asking, agentIds: ['toString'] }, 'toString')).toBe('ask');
});

test.each([
  ['en-US', 'Yes, one moment, I’ll get my husband.'],
  ['en-US', 'Yes, speaking.'],
  ['en-US', 'Okay, depends on what for.'],
  ['de-DE', 'Ja, Moment bitte.'],
  ['es-ES', 'Sí, espere un momento.'],
  ['fr-FR', 'Oui, un instant.'],
])('RC13: %s: "%s" is no consent, because something else stands beside the yes', (language, text) => {
  expect(recordingAnswer(text, language)).toBe('unclear');
});
