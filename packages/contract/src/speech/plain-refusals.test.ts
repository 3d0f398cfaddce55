import { expect, test } from 'vitest';
import { plainlyAsksForNoCalls } from './plain-refusals.ts';

test.each([
  ['en-US', 'Stop calling.'],
  ['en-US', 'Please stop calling me!'],
  ['en-US', 'I want you to stop calling this number.'],
  ['en-US', 'Please do not call me again.'],
  ['en-US', "No. Don't ever call me again, thank you."],
  ['en-US', 'I would like you to never call me again.'],
  ['en-US', 'Never call here anymore.'],
  ['en-US', 'No more calls, please.'],
  ['en-US', 'Take me off your calling list.'],
  ['en-US', 'Could you remove my number from your list?'],
  ['en-US', 'Put me on the do not call list.'],
  ['en-US', 'How do I opt out of these calls?'],
  ['es-MX', 'No me llamen más.'],
  ['es-ES', 'Por favor, no vuelvan a llamarme.'],
  ['es-ES', 'Dejen de llamarme.'],
  ['es-ES', 'No quiero más llamadas.'],
  ['de-DE', 'Bitte keine Anrufe mehr.'],
  ['de-DE', 'Rufen Sie mich bitte nie wieder an!'],
  ['de-DE', 'Ich möchte nicht mehr angerufen werden.'],
  ['de-DE', 'Streichen Sie meine Nummer von Ihrer Liste.'],
  ['fr-FR', 'Ne m’appelez plus.'],
  ['fr-CA', 'Arrêtez de m’appeler.'],
  ['fr-FR', 'Merci de ne plus m’appeler.'],
  ['de-DE', 'Stop calling me.'],
])('DN10: plain without an offer, %s: %s', (tag, text) => {
  expect(plainlyAsksForNoCalls(text, [tag])).toBe(true);
});

test.each([
  ['en-US', 'I want to unsubscribe from your newsletter.'],
  ['en-US', 'Can I opt out of paperless billing?'],
  ['en-US', 'My neighbours never stop calling.'],
  ['en-US', 'My neighbours never stop calling me.'],
  ['en-US', 'Can you make them stop calling me?'],
  ['en-US', 'My son does not call me any more.'],
  ['en-US', 'They moved out and never call me any more.'],
  ['en-US', 'Why do you not call me any more?'],
  ['en-US', 'Do not call me again until Monday.'],
  ['en-US', 'Please stop calling me Bob.'],
  ['en-US', 'I get no more calls since the storm.'],
  ['en-US', 'Take me off the waiting list.'],
  ['en-US', 'Remove me from your mailing list.'],
  ['en-US', 'Call me again on Monday.'],
  ['es-ES', 'Mis hijos no me llaman más.'],
  ['es-ES', 'Mi vecino no deja de llamarme.'],
  ['es-ES', 'Denme de baja del boletín.'],
  ['de-DE', 'Ich bekomme keine Anrufe mehr.'],
  ['de-DE', 'Meine Mutter ruft nicht mehr an.'],
  ['de-DE', 'Warum rufen Sie mich nicht mehr an?'],
  ['de-DE', 'Ich konnte Sie nicht mehr anrufen.'],
  ['fr-FR', 'Mon fils ne m’appelle plus.'],
  ['fr-FR', 'Je ne reçois plus d’appels.'],
  ['fr-FR', 'Il a promis de ne plus m’appeler.'],
  ['en-US', 'Ne m’appelez plus.'],
  ['en-US', 'To get no more calls from us, press 9 or say stop calling.'],
])('DN10: not plain without an offer, %s: %s', (tag, text) => {
  expect(plainlyAsksForNoCalls(text, [tag])).toBe(false);
});
