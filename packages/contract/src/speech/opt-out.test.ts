import { describe, expect, test } from 'vitest';
import { spokenLanguages } from './languages.ts';
import { asksForNoCalls, offersOptOut, optOutByPhone, optOutOffer, withOptOutOffer } from './opt-out.ts';

describe('SP18: who wants no more calls', () => {
  test.each([
    ['en-US', 'Stop calling.'],
    ['en-US', 'Please stop calling me!'],
    ['en-US', "Don't ever call me again."],
    ['en-US', 'Do not call this number anymore, thank you.'],
    ['en-US', 'Could you take me off your calling list?'],
    ['en-US', 'Remove my number from your database.'],
    ['en-US', 'Put me on the do not call list.'],
    ['en-US', 'I want to opt out.'],
    ['es-MX', 'No me llamen más.'],
    ['es-ES', 'Por favor, no vuelvan a llamarme.'],
    ['es-ES', 'Dejen de llamarme.'],
    ['de-DE', 'Keine Anrufe mehr.'],
    ['de-DE', 'Rufen Sie mich bitte nie wieder an!'],
    ['de-DE', 'Streichen Sie mich von Ihrer Liste.'],
    ['fr-FR', 'Ne m’appelez plus.'],
    ['fr-CA', 'Arrêtez de m’appeler.'],
    ['de-DE', 'Stop calling me.'],
  ])('%s: %s', (tag, text) => {
    expect(asksForNoCalls(text, [tag])).toBe(true);
  });

  test.each([
    ['en-US', "Please don't call before nine."],
    ['en-US', "Don't call me Bob, call me Robert."],
    ['en-US', 'Who is calling?'],
    ['en-US', 'Can you call me again tomorrow?'],
    ['en-US', 'I have stopped smoking.'],
    ['en-US', 'I am not interested.'],
    ['es-ES', '¿Me puede llamar otra vez mañana?'],
    ['es-ES', 'No me llame antes de las nueve.'],
    ['de-DE', 'Rufen Sie mich morgen noch einmal an.'],
    ['de-DE', 'Rufen Sie mich nicht vor neun an.'],
    ['fr-FR', 'Rappelez-moi demain.'],
    ['en-US', 'Keine Anrufe mehr.'],
  ])('%s, not: %s', (tag, text) => {
    expect(asksForNoCalls(text, [tag])).toBe(false);
  });

  test.each(spokenLanguages)(
    'is offered key and words in %s, and the echo of the offer asks for nothing',
    (tag) => {
      const offer = optOutOffer(tag);
      expect(offersOptOut(`Hello. ${offer}`)).toBe(true);
      expect(asksForNoCalls(offer, [tag])).toBe(false);
      const offered = /(?:say|diga|sagen Sie|dites) (.+)\.$/u.exec(offer)?.[1] ?? '';
      expect(asksForNoCalls(offered, [tag])).toBe(true);
      expect(optOutByPhone(tag)).toContain('<Phone Number>');
    },
  );

  test('a voice may say the key as a word', () => {
    expect(offersOptOut('To get no more calls from us, press nine or say stop calling.')).toBe(true);
    expect(offersOptOut('Press 1 for sales.')).toBe(false);
  });
});

describe('SP18: the offer in an opening', () => {
  const offer = optOutOffer('en-US');
  const names = ['Elm Street Dental', 'Kuzco'];

  test.each([
    [
      'follows who calls',
      'Hello, this is Kuzco, the AI assistant of Elm Street Dental. We have a new offer for you.',
      `Hello, this is Kuzco, the AI assistant of Elm Street Dental. ${offer} We have a new offer for you.`,
    ],
    [
      'waits for the name that comes later',
      'Hello. I am an AI assistant. I call for Elm Street Dental. Spring is here.',
      `Hello. I am an AI assistant. I call for Elm Street Dental. ${offer} Spring is here.`,
    ],
    [
      'stands before a question',
      'Hello, I am an AI assistant. Is this Ann? I call for Elm Street Dental.',
      `Hello, I am an AI assistant. ${offer} Is this Ann? I call for Elm Street Dental.`,
    ],
    [
      'ends an opening that says nothing else',
      'Hello, this is the AI assistant of the practice.',
      `Hello, this is the AI assistant of the practice. ${offer}`,
    ],
    [
      'does not cut a title from its name',
      'Hello, this is the AI assistant of Dr. Weber. Spring is here.',
      `Hello, this is the AI assistant of Dr. Weber. ${offer} Spring is here.`,
    ],
    ['is all that is said without one', '', offer],
  ])('%s', (_what, opening, said) => {
    expect(withOptOutOffer(opening, 'en-US', names)).toBe(said);
  });
});
