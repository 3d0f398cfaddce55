import { describe, expect, test } from 'vitest';
import { emptyAgentConfig } from '../agent-config/empty-config.ts';
import { disclosesAi, disclosureAnswer, disclosureStatement } from './disclosure.ts';
import { spokenLanguages } from './languages.ts';
import { openingTemplate, spokenOpening } from './opening.ts';
import { languageOfPersonQuestion } from './person-question.ts';
import { fillForModel, fillSpoken } from './placeholder-values.ts';
import { previewOpening } from './preview.ts';

const none = { inbound: '', outbound: '' };

const someday = {
  ...{ agentName: 'Kuzco', organizationName: 'Elm Street Dental', at: 0, timeZone: 'UTC' },
  ...{ ownNumber: null, language: 'en-US' },
};

describe('SP5: an opening whose placeholders are filled', () => {
  test('says that an AI speaks, also where a name denies it', () => {
    const opening = { inbound: 'Hello, I am <Agent> an AI assistant.', outbound: '' };
    const said = spokenOpening(opening, 'outbound', { ...someday, agentName: 'not' });
    expect(said).toBe('Hello, I am not an AI assistant. I am an AI assistant.');
    expect(spokenOpening(opening, 'outbound', someday)).toBe('Hello, I am Kuzco an AI assistant.');
  });

  test('SP16: has no brackets, whatever stands in them', () => {
    const silence = '<prosody volume="silent" pitch="very low" rate="as fast as it can be">';
    const opening = { inbound: '', outbound: `<<Agent>> of <Organization>${silence}. I am an AI assistant.` };
    const said = spokenOpening(opening, 'outbound', { ...someday, organizationName: '<break time="9s"/>' });
    expect(said).not.toMatch(/[<>]/);
    expect(said).toContain('I am an AI assistant.');
    expect(fillSpoken('Call <Phone Number> > 8', someday)).toBe('Call our number  8');
    // The model is told its texts as they were written.
    expect(fillForModel('<rules>Speak for <Agent>.</rules>', someday)).toBe(
      '<rules>Speak for Kuzco.</rules>',
    );
  });
});

describe('SP4: an opening', () => {
  test.each([
    ['en-US', 'Hello, this is the AI assistant of <Agent>.', 'How can I help you?'],
    [
      'es-ES',
      'Hola, le habla el asistente de inteligencia artificial de <Agent>.',
      '¿En qué puedo ayudarle?',
    ],
    ['de-DE', 'Guten Tag, hier ist der KI-Assistent von <Agent>.', 'Wie kann ich Ihnen helfen?'],
    [
      'fr-FR',
      'Bonjour, ici <Agent>. Vous parlez à une intelligence artificielle.',
      'Comment puis-je vous aider ?',
    ],
  ])('of an agent without one, in %s', (tag, introduction, question) => {
    expect(openingTemplate(none, 'outbound', tag)).toBe(introduction);
    expect(openingTemplate(none, 'inbound', tag)).toBe(`${introduction} ${question}`);
    expect(disclosesAi(introduction, tag)).toBe(true);
  });

  test('SP4: without text for outbound calls is the greeting without its questions', () => {
    const inbound = 'Hello, this is Kuzco, an AI assistant. What can I do for you?';
    expect(openingTemplate({ inbound, outbound: '' }, 'outbound', 'en-US')).toBe(
      'Hello, this is Kuzco, an AI assistant.',
    );
    expect(openingTemplate({ inbound, outbound: '' }, 'inbound', 'en-US')).toBe(inbound);
  });

  test('for outbound calls is said as it is written, with its questions', () => {
    const outbound = 'Hello, this is the AI assistant of <Organization>. Do you have a minute?';
    expect(openingTemplate({ inbound: 'Hi.', outbound }, 'outbound', 'en-US')).toBe(outbound);
  });

  test('SP5: that does not say that an AI speaks says it before its first question', () => {
    expect(
      openingTemplate(
        { inbound: 'Elm Street Dental. Hello! How are you?', outbound: '' },
        'inbound',
        'en-US',
      ),
    ).toBe('Elm Street Dental. Hello! I am an AI assistant. How are you?');
    expect(
      openingTemplate({ inbound: '', outbound: 'Spreche ich mit Frau Weber?' }, 'outbound', 'de-DE'),
    ).toBe('Sie sprechen mit einem KI-Assistenten. Spreche ich mit Frau Weber?');
    expect(openingTemplate({ inbound: 'Bonjour, cabinet Morel.', outbound: '' }, 'inbound', 'fr-FR')).toBe(
      `Bonjour, cabinet Morel. ${disclosureStatement('fr-FR')} Comment puis-je vous aider ?`,
    );
  });

  test('in another language than the agent speaks does not count', () => {
    expect(
      openingTemplate({ inbound: '', outbound: 'Hello, I am an AI assistant.' }, 'outbound', 'es-ES'),
    ).toBe(`Hello, I am an AI assistant. ${disclosureStatement('es-ES')}`);
  });
});

describe('SP5: saying that an AI speaks', () => {
  test.each([
    ['en-US', 'Hello, this is the AI assistant of GS Dental.'],
    ['en-US', 'Elm Street Dental, the AI assistant speaking.'],
    ['en-US', 'I’m an AI and I call for Elm Street Dental.'],
    ['en-US', 'This is an artificial intelligence voice agent.'],
    ['en-US', 'I am an A.I. assistant.'],
    ['en-US', 'I am not a person, I am an AI assistant.'],
    ['en-US', 'I am an AI assistant, not a person.'],
    ['en-GB', 'You are speaking to a virtual receptionist powered by AI.'],
    ['es-ES', 'Soy la asistente virtual con IA de la clínica.'],
    ['es-MX', 'Le habla un asistente de inteligencia artificial.'],
    ['de-DE', 'Hier ist die KI-Assistentin der Praxis.'],
    ['de-DE', 'Sie sprechen mit einer künstlichen Intelligenz.'],
    ['de-DE', 'Ich bin der KI-gestützte Telefonassistent der Praxis.'],
    ['fr-FR', 'Je suis l’assistante IA du cabinet.'],
    ['fr-FR', 'Vous parlez à une intelligence artificielle.'],
    ['it-IT', 'Buongiorno, I am an AI assistant.'],
  ])('%s: %s', (tag, text) => {
    expect(disclosesAi(text, tag)).toBe(true);
  });

  test.each([
    ['en-US', 'Hello, this is AI Dental.'],
    ['en-US', 'Hello, this is a person, not an AI assistant.'],
    ['en-US', 'This is not an AI assistant.'],
    ['en-US', 'We don’t use an AI assistant here.'],
    ['en-US', 'Hello, this is <AI assistant>.'],
    ['en-US', 'Hello, this is your virtual assistant.'],
    ['en-US', 'Hello from the Aisle assistant desk.'],
    ['es-ES', 'No soy un asistente de inteligencia artificial.'],
    ['es-ES', 'Hola, le llama la clínica Guía.'],
    ['de-DE', 'Ich bin kein KI-Assistent.'],
    ['de-DE', 'Hier ist der Assistent der Praxis Kirsch.'],
    ['fr-FR', 'Je ne suis pas une intelligence artificielle.'],
    ['fr-FR', 'Bonjour, ici l’assistante du cabinet.'],
  ])('%s, not: %s', (tag, text) => {
    expect(disclosesAi(text, tag)).toBe(false);
  });

  test.each(spokenLanguages)('the sentences of %s say it', (language) => {
    expect(disclosesAi(disclosureStatement(language), language)).toBe(true);
    expect(disclosesAi(disclosureAnswer(language), language)).toBe(true);
  });
});

describe('SP6: the question whether a person speaks', () => {
  test.each([
    ['en-US', 'Wait, are you a real person?'],
    ['en-US', 'Am I talking to a robot?'],
    ['en-US', 'Is this a recording or what?'],
    ['en-US', 'Are you an AI?'],
    ['es-ES', 'Perdone, ¿es usted una persona?'],
    ['es-MX', '¿Estoy hablando con una máquina?'],
    ['de-DE', 'Sind Sie eigentlich ein echter Mensch?'],
    ['de-DE', 'Spreche ich hier mit einem Computer?'],
    ['de-DE', 'Are you a robot?'],
    ['fr-FR', 'Vous êtes un robot ?'],
    ['fr-FR', 'Est-ce que je parle à une vraie personne ?'],
  ])('%s: %s', (tag, text) => {
    expect(languageOfPersonQuestion(text, [tag])).toBe(tag);
  });

  test('is heard in each language that the line can change to', () => {
    const line = ['en-US', 'fr-FR', 'it-IT'];
    expect(languageOfPersonQuestion('Vous êtes un robot ?', line)).toBe('fr-FR');
    expect(languageOfPersonQuestion('Are you a robot?', line)).toBe('en-US');
    expect(languageOfPersonQuestion('Are you a robot?', ['de-DE'])).toBe('de-DE');
    expect(languageOfPersonQuestion('Sind Sie ein Roboter?', line)).toBeNull();
  });

  test.each([
    ['en-US', 'Are you open on Monday?'],
    ['en-US', 'Can I bring another person?'],
    ['es-ES', '¿Es usted de la clínica?'],
    ['de-DE', 'Sind Sie am Montag da?'],
    ['fr-FR', 'Vous êtes ouverts lundi ?'],
    ['fr-FR', 'Oui, c’est vrai.'],
    ['de-DE', 'Ist das echt so teuer?'],
    ['es-ES', 'El precio es real.'],
  ])('%s, not: %s', (tag, text) => {
    expect(languageOfPersonQuestion(text, [tag])).toBeNull();
  });
});

test('SP3, SP7: a preview has the placeholders filled in words, text as it was written, the pronunciations and the added sentence', () => {
  const config = emptyAgentConfig('Ava', 'de-DE');
  config.speech.pronunciations = [{ word: 'Nguyen', say: 'Nujen' }];
  config.opening.inbound =
    'Praxis <Organization>, Lindenstraße 12, mein Name ist <Agent>. Heute ist <Today>. Rufen Sie zurück unter <Phone Number>.';
  const preview = previewOpening(config, 'inbound', {
    organizationName: 'Nguyen',
    at: Date.parse('2026-03-02T12:00:00Z'),
    timeZone: 'Europe/Berlin',
    ownNumber: '+4930901820',
  });
  const text = (name: string) =>
    `Praxis ${name}, Lindenstraße 12, mein Name ist Ava. Heute ist Montag, der zweite März. Rufen Sie zurück unter null drei null neun, null eins, acht zwei null. Sie sprechen mit einem KI-Assistenten. Wie kann ich Ihnen helfen?`;
  expect(preview).toEqual({ text: text('Nguyen'), heard: text('Nujen'), disclosureAdded: true });
});
