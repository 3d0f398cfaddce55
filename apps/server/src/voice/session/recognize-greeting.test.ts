import { describe, expect, test } from 'vitest';
import {
  isHello,
  isHoldNotice,
  isMachineGreeting,
  isMailboxFull,
  isReaction,
  isScreeningPrompt,
} from './recognize-greeting.ts';

/** What people say when they pick up, among it what sounds like a machine. */
const people = [
  'Hello?',
  'Yes, speaking.',
  'Miller.',
  "Who's calling, please?",
  'May I ask who is calling and what it is about?',
  'What is the reason for your call?',
  'Can you tell me your name and why you are calling?',
  'He is not available right now. Can I take a message?',
  'She is at work, would you like to leave a message for her?',
  "Hold on a second, I'm driving.",
  'Hang on, let me get a pen.',
  'Please leave me alone.',
  'I left you a message yesterday.',
  'Good morning, Elm Street Bakery and Coffee House, this is Ann Miller speaking, how may I help you?',
  'Hola, ¿quién habla?',
  'She is away from her desk.',
  'Sorry, I missed your call earlier.',
  'Er ist gerade nicht erreichbar.',
  'No puedo atenderle en este momento.',
  'Guten Tag, Praxis Müller, kann ich ihm etwas ausrichten?',
  'Allô, qui est à l’appareil ?',
];

describe('VS39 VS40 the words of a person', () => {
  test.each(people)('forbids to take for a machine or a screening phone: %s', (text) => {
    expect([isMachineGreeting(text), isScreeningPrompt(text), isMailboxFull(text)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('VS41 words that end the wait for a machine', () => {
  test.each(['Hello?', 'Hello? Who is it?', 'Yes, Ann here.'])('are those of a person: %s', (text) => {
    expect(isHello(text)).toBe(true);
  });

  test.each(['Thank you, goodbye.', 'Have a great day.', 'After the beep.', 'Danke und bis bald.', ''])(
    'forbids the last words of a greeting: %s',
    (text) => {
      expect(isHello(text)).toBe(false);
    },
  );
});

describe('VS41 words that react to what was said', () => {
  test.each([
    'Yes, I will be there.',
    'Oh yeah, that is me.',
    'No, not on Monday.',
    'When is that?',
    'Sí, soy yo.',
    'Ja, am Apparat.',
    'Oui, c’est moi.',
  ])('are those of a person: %s', (text) => {
    expect(isReaction(text)).toBe(true);
  });

  test.each([
    'I am out on the road today.',
    'No one is here right now.',
    'No estoy en casa.',
    'Yes, you have reached Bob.',
    'When you hear the tone, go ahead.',
    'Si es urgente, llame al móvil.',
    'Ich bin bis Montag im Urlaub.',
  ])('are not those of a greeting: %s', (text) => {
    expect(isReaction(text)).toBe(false);
  });
});

describe('VS39 the words of call screening', () => {
  test.each([
    'Hi, if you record your name and reason for calling, I’ll see if this person is available.',
    "Hi, the person you're calling is using a screening service from Google and will get a copy of this conversation. Go ahead and say your name and why you're calling.",
    'Please state your name and the reason for your call.',
    'The person you are calling is using a screening service. Please say your name.',
    'Hola, si grabas tu nombre y el motivo de la llamada, veré si esta persona está disponible. Graba tu nombre y el motivo.',
    'Bitte nennen Sie Ihren Namen und den Grund für Ihren Anruf.',
    'Enregistrez votre nom et la raison de votre appel, je vais voir si cette personne est disponible.',
  ])('are recognised: %s', (text) => {
    expect(isScreeningPrompt(text)).toBe(true);
  });

  test.each([
    'Thanks. Please stay on the line.',
    'Thank you. Please hold while I try to connect you.',
    'Bitte warten.',
    'Ne quittez pas.',
  ])('that only ask to wait are recognised: %s', (text) => {
    expect(isHoldNotice(text)).toBe(true);
  });

  test.each(['Hello, this is Ann.', 'Yes? Who is it?'])('are not these: %s', (text) => {
    expect(isHoldNotice(text)).toBe(false);
  });
});

describe('VS40 the words of an answering machine', () => {
  test.each([
    'Hello, this is the voicemail of Ann Miller. I cannot take your call right now. Please leave a message after the tone.',
    'Hi, it is Bob. Leave your name and number and I will call you back.',
    "You've reached Ann. I can't come to the phone right now.",
    'At the tone, please record your message.',
    'Ha llamado a Ana. Deje su mensaje después de la señal.',
    'Sie haben die Mailbox von Anna Müller erreicht. Bitte hinterlassen Sie eine Nachricht nach dem Signalton.',
    'Vous êtes bien sur le répondeur d’Anne. Laissez un message après le bip.',
    'I am away from my desk or on another line.',
    'No one is available to take your call.',
    'En este momento no estoy en mi escritorio.',
    'Ahora no puedo atender su llamada.',
    'Ich bin gerade nicht an meinem Platz.',
    'Wir können Ihren Anruf zurzeit leider nicht entgegennehmen.',
    'Ich bin momentan leider nicht erreichbar.',
    'Je ne suis pas à mon bureau pour le moment.',
    'Nous ne pouvons pas prendre votre appel.',
  ])('are recognised: %s', (text) => {
    expect(isMachineGreeting(text)).toBe(true);
    expect(isScreeningPrompt(text)).toBe(false);
  });

  test.each([
    'The mailbox is full and cannot accept any messages at this time. Goodbye.',
    'El buzón de voz está lleno.',
    'Die Mailbox ist voll.',
    'La boîte vocale de votre correspondant est pleine.',
  ])('of a full mailbox are recognised: %s', (text) => {
    expect(isMailboxFull(text)).toBe(true);
  });
});
