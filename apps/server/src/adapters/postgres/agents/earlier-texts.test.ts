import { emptyAgentConfig } from '@parley/contract';
import { expect, test } from 'vitest';
import { columnsOf } from './agent-columns.ts';

/** What a server of the release before says first, from the column. */
function openingOfEarlierRelease(greeting: string, direction: 'inbound' | 'outbound'): string {
  const sentences = greeting.match(/[^.!?]+[.!?]*/g)?.map((sentence) => sentence.trim()) ?? [];
  const spoken = sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const statements = spoken.filter((sentence) => !sentence.endsWith('?'));
  const introduction = statements.length > 0 ? statements : ['Hello, this is the AI assistant of ?.'];
  if (direction === 'outbound') return introduction.join(' ');
  return spoken.length > statements.length && statements.length > 0
    ? spoken.join(' ')
    : [...introduction, 'How can I help you?'].join(' ');
}

function columnsFor(inbound: string, language = 'en-US', organization: string | null = 'Elm Street') {
  const config = emptyAgentConfig('Fern', language);
  return columnsOf('fern', { ...config, opening: { ...config.opening, inbound } }, organization);
}

test.each([
  [
    'Hi, <Organization> here. What can I do?',
    'en-US',
    'Hi, Elm Street here. I am an AI assistant. What can I do?',
    'Hi, Elm Street here. I am an AI assistant.',
  ],
  [
    'Hello, this is <Agent>, an AI assistant. Today is <Today>. You called <Phone Number>. How can I help?',
    'en-US',
    'Hello, this is Fern, an AI assistant. How can I help?',
    'Hello, this is Fern, an AI assistant.',
  ],
  [
    'Praxis <Organization>.',
    'de-DE',
    'Praxis Elm Street. Sie sprechen mit einem KI-Assistenten. Wie kann ich Ihnen helfen?',
    'Praxis Elm Street. Sie sprechen mit einem KI-Assistenten.',
  ],
  [
    'Fern speaking. How can I, an AI assistant, help you?',
    'en-US',
    'Fern speaking. I am an AI assistant. How can I, an AI assistant, help you?',
    'Fern speaking. I am an AI assistant.',
  ],
  [
    '',
    'en-US',
    'Hello, this is the AI assistant of Fern. How can I help you?',
    'Hello, this is the AI assistant of Fern.',
  ],
])(
  'AG18: an older server says that an AI speaks and no placeholder, also on outbound calls: %s',
  (inbound, language, toCallers, outbound) => {
    const { greeting } = columnsFor(inbound, language);
    expect(openingOfEarlierRelease(greeting, 'inbound')).toBe(toCallers);
    expect(openingOfEarlierRelease(greeting, 'outbound')).toBe(outbound);
  },
);

test('AG18: an older server gets no placeholder in its prompt, no voice of another provider, nobody who may be away', () => {
  const config = emptyAgentConfig('Fern');
  const target = { name: 'Ana', number: '+12025550123', when: '', hours: 'opening-hours' as const };
  const columns = columnsOf(
    'fern',
    {
      ...config,
      identity: {
        ...config.identity,
        persona: 'You work for <Organization> on <Today>.',
        abilities: '<Agent>',
      },
      speech: { ...config.speech, voice: { provider: 'google', name: 'en-US-Neural2-A' } },
      conversation: { ...config.conversation, transfers: [target] },
    },
    null,
  );
  expect(columns).toMatchObject({
    persona: 'You work for the organization on today.',
    abilities: 'Fern',
    voice: null,
    transferNumber: null,
  });
});
