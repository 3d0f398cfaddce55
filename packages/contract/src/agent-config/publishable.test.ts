import { describe, expect, test } from 'vitest';
import { disclosesAi } from '../speech/disclosure.ts';
import { spokenOpening } from '../speech/opening.ts';
import { type AgentConfig, agentConfig } from './agent-config.ts';
import { configFields, configLists } from './config-fields.ts';
import { configProblemCodes } from './config-problem.ts';
import { emptyAgentConfig } from './empty-config.ts';
import { agentLimits } from './limits.ts';
import { publishable } from './publishable.ts';

type Change = (config: AgentConfig) => void;

function changed(change: Change): AgentConfig {
  const config = structuredClone(emptyAgentConfig('Front desk'));
  config.identity.persona = 'You answer the phone.';
  change(config);
  return config;
}

function withValues(values: Record<string, unknown>): AgentConfig {
  return changed((config) => {
    for (const [path, value] of Object.entries(values)) {
      const parts = path.split('.');
      const last = parts.pop() ?? '';
      const parent = parts.reduce<Record<string, unknown>>(
        (node, part) => node[part] as Record<string, unknown>,
        config,
      );
      parent[last] = value;
    }
  });
}

const week = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
};
const person = { name: 'Anna', number: '+12025550100', when: '', hours: 'always' as const };
const entry = (id: string, title: string, text = 'Behind the house.') => ({ id, title, text });

const field = (id: string, label: string, choices: string[] = []) => ({
  ...{ id, label, choices, type: choices.length > 0 ? 'choice' : 'yes_no' },
  ...{ description: '', required: false },
});
const asks = (...fields: ReturnType<typeof field>[]) => ({ outcomes: { fields } });

const toolId = '019a8b5e-6c00-7000-8000-000000000040';

test('a name and a persona are enough', () => {
  expect(publishable(changed(() => {}))).toEqual([]);
});

/** Where the problem is, its code, and what is set to make it. */
const mistakes: [string, string, Record<string, unknown>][] = [
  ['identity.displayName', 'name_missing', { 'identity.displayName': ' ' }],
  ['identity.displayName', 'too_long', { 'identity.displayName': 'n'.repeat(61) }],
  ['identity.persona', 'persona_missing', { 'identity.persona': '' }],
  ['identity.persona', 'too_long', { 'identity.persona': 'p'.repeat(6_001) }],
  ['identity.persona', 'placeholder_unknown', { 'identity.persona': 'You are <Name>.' }],
  ['identity.abilities', 'too_long', { 'identity.abilities': 'a'.repeat(4_001) }],
  ['speech.language', 'not_a_language', { 'speech.language': 'English' }],
  ['speech.language', 'not_a_language', { 'speech.language': '' }],
  ['speech.voice', 'voice_missing', { 'speech.voice': { provider: 'google', name: '' } }],
  [
    'speech.voice.name',
    'voice_name_invalid',
    { 'speech.voice': { provider: 'google', name: 'Joanna-Neural' } },
  ],
  ['speech.voice.name', 'too_long', { 'speech.voice': { provider: 'google', name: 'v'.repeat(101) } }],
  [
    'speech.voice',
    'voice_of_other_engine',
    { 'speech.voice': { provider: 'openai', name: 'marin' }, 'engine.engine': 'relay' },
  ],
  [
    'speech.otherLanguages.0.language',
    'language_repeated',
    { 'speech.otherLanguages': [{ language: 'en-us', voice: null }] },
  ],
  [
    'speech.otherLanguages',
    'too_many',
    {
      'speech.otherLanguages': ['de', 'fr', 'es', 'it', 'nl', 'pl'].map((language) => ({
        language,
        voice: null,
      })),
    },
  ],
  ['speech.speed', 'out_of_range', { 'speech.speed': 3 }],
  ['speech.pronunciations.0', 'word_missing', { 'speech.pronunciations': [{ word: 'Nguyen', say: '' }] }],
  [
    'speech.pronunciations.1.word',
    'word_repeated',
    {
      'speech.pronunciations': [
        { word: 'Nguyen', say: 'win' },
        { word: 'nguyen ', say: 'when' },
      ],
    },
  ],
  [
    'speech.pronunciations.0.word',
    'disclosure_replaced',
    { 'speech.pronunciations': [{ word: 'AI assistant', say: 'assistant' }] },
  ],
  [
    'speech.pronunciations.1.word',
    'disclosure_replaced',
    {
      'speech.language': 'de-DE',
      'speech.pronunciations': [
        { word: 'Nguyen', say: 'win' },
        { word: 'KI-Assistent', say: 'Mitarbeiter' },
      ],
    },
  ],
  [
    'speech.pronunciations',
    'disclosure_replaced',
    {
      // Each of them leaves words that say it: "I am an AI friend", "I like AI assistant".
      'opening.inbound': 'Hello, I am an AI assistant.',
      'speech.pronunciations': [
        { word: 'assistant', say: 'friend' },
        { word: 'am an', say: 'like' },
      ],
    },
  ],
  ['speech.hints.0', 'hint_missing', { 'speech.hints': [''] }],
  ['speech.hints.0', 'too_long', { 'speech.hints': ['h'.repeat(61)] }],
  ['opening.outbound', 'placeholder_unknown', { 'opening.outbound': 'Hello, <Patient Name>.' }],
  ['opening.inbound', 'placeholder_unknown', { 'opening.inbound': 'This is <organization>.' }],
  ['opening.inbound', 'too_long', { 'opening.inbound': 'g'.repeat(601) }],
  ['conversation.maxMinutes', 'out_of_range', { 'conversation.maxMinutes': 0 }],
  ['conversation.maxMinutes', 'out_of_range', { 'conversation.maxMinutes': 2.5 }],
  ['conversation.silenceSeconds', 'out_of_range', { 'conversation.silenceSeconds': 61 }],
  ['conversation.screening.identity', 'too_long', { 'conversation.screening.identity': 'i'.repeat(201) }],
  [
    'conversation.voicemail.message',
    'voicemail_health_details',
    { 'conversation.voicemail': { action: 'leave-message', message: 'Your test results are here.' } },
  ],
  [
    'conversation.voicemail.message',
    'voicemail_missing',
    { 'conversation.voicemail.action': 'leave-message' },
  ],
  [
    'conversation.voicemail.message',
    'placeholder_unknown',
    { 'conversation.voicemail': { action: 'leave-message', message: 'Call <Doctor>.' } },
  ],
  ['conversation.cannotHelp', 'too_long', { 'conversation.cannotHelp': 's'.repeat(301) }],
  ['conversation.afterHours', 'placeholder_unknown', { 'conversation.afterHours': 'Closed until <Day>.' }],
  ['conversation.phrases.goodbye', 'placeholder_unknown', { 'conversation.phrases.goodbye': 'Bye, <Name>.' }],
  [
    'conversation.transfers.0.name',
    'transfer_name_missing',
    { 'conversation.transfers': [{ ...person, name: '' }] },
  ],
  [
    'conversation.transfers.0.number',
    'transfer_number_invalid',
    { 'conversation.transfers': [{ ...person, number: '555' }] },
  ],
  [
    'conversation.transfers.1.name',
    'transfer_name_repeated',
    { 'conversation.transfers': [person, { ...person, number: '+12025550101' }] },
  ],
  [
    'conversation.transfers.0.hours.monday',
    'hours_invalid',
    {
      'conversation.transfers': [{ ...person, hours: { ...week, monday: [{ from: '17:00', to: '17:00' }] } }],
    },
  ],
  ['outcomes.fields.0.label', 'outcome_label_missing', asks(field('a', ' '))],
  [
    'outcomes.fields.1.label',
    'outcome_label_repeated',
    asks(field('a', 'Confirmed'), field('b', 'confirmed ')),
  ],
  ['outcomes.fields.1.id', 'outcome_id_repeated', asks(field('a', 'Confirmed'), field('a', 'Day'))],
  ['outcomes.fields.0.choices', 'outcome_choices_missing', asks(field('a', 'When', ['Morning']))],
  ['outcomes.fields.0.choices.1', 'outcome_choice_missing', asks(field('a', 'When', ['Morning', ' ']))],
  [
    'outcomes.fields.0.choices.1',
    'outcome_choice_repeated',
    asks(field('a', 'When', ['Morning', 'morning'])),
  ],
  ['knowledge.entries.0.title', 'knowledge_title_missing', { 'knowledge.entries': [entry('a', '')] }],
  [
    'knowledge.entries.0.text',
    'knowledge_text_missing',
    { 'knowledge.entries': [entry('a', 'Parking', ' ')] },
  ],
  [
    'knowledge.entries.1.title',
    'knowledge_title_repeated',
    { 'knowledge.entries': [entry('a', 'Parking'), entry('b', 'parking')] },
  ],
  [
    'knowledge.entries.1.id',
    'knowledge_id_repeated',
    { 'knowledge.entries': [entry('a', 'Parking'), entry('a', 'Prices')] },
  ],
  [
    'knowledge.entries',
    'too_many',
    { 'knowledge.entries': Array.from({ length: 201 }, (_, n) => entry(`e${n}`, `Title ${n}`)) },
  ],
  [
    'knowledge.entries',
    'too_long',
    { 'knowledge.entries': Array.from({ length: 60 }, (_, n) => entry(`e${n}`, `T${n}`, 'x'.repeat(3_990))) },
  ],
  ['tools.use.1', 'tool_repeated', { tools: { use: [{ id: toolId }, { id: toolId }], texts: [] } }],
  ['tools.texts.0.name', 'text_name_missing', { tools: { use: [], texts: [{ name: ' ', text: 'Hi.' }] } }],
  ['tools.texts.0.text', 'text_missing', { tools: { use: [], texts: [{ name: 'Address', text: '' }] } }],
  [
    'tools.texts.1.name',
    'text_name_repeated',
    {
      tools: {
        use: [],
        texts: [
          { name: 'Address', text: 'Hi.' },
          { name: 'address', text: 'Hello.' },
        ],
      },
    },
  ],
  ['engine.model', 'model_missing', { 'engine.model': ' ' }],
  ['engine.temperature', 'out_of_range', { 'engine.temperature': 1.5 }],
];

describe('AG5: each mistake is named with its place, a code and a sentence', () => {
  test.each(mistakes)('%s: %s', (path, code, values) => {
    const config = withValues(values);
    // Everything that cannot be published can be saved as a draft.
    expect(agentConfig.safeParse(config).success).toBe(true);
    expect(publishable(config)).toEqual([{ path, code, sentence: expect.stringMatching(/^[A-Z].+\.$/) }]);
  });

  test('every code is met above, but that of fixed names and those that need the stored tools', () => {
    const met = new Set(mistakes.map(([, code]) => code));
    expect(configProblemCodes.filter((code) => !met.has(code))).toEqual([
      'name_fixed',
      'tool_unknown',
      'tool_not_allowed',
      'tool_name_repeated',
    ]);
  });
});

describe('AG4: disclosure cannot be switched off', () => {
  const context = { organizationName: 'Elm Street', at: 0, timeZone: 'UTC', ownNumber: null };
  const openings = [
    '',
    ' ',
    '...',
    'Hello.',
    'Who is there?',
    'I am not an AI assistant.',
    'This is <AI assistant>.',
  ];

  test.each(['en-US', 'es-ES', 'de-DE', 'fr-FR', 'it-IT'])(
    'whatever is set, an opening in %s says it',
    (language) => {
      for (const text of openings)
        for (const firstSpeaker of ['agent', 'other-party'] as const)
          for (const conduct of [true, false]) {
            const config = emptyAgentConfig('never an AI assistant', language);
            config.opening = { firstSpeaker, inbound: text, outbound: text };
            for (const name of Object.keys(
              config.identity.conduct,
            ) as (keyof typeof config.identity.conduct)[])
              config.identity.conduct[name] = conduct;
            for (const direction of ['inbound', 'outbound'] as const) {
              const said = spokenOpening(config.opening, direction, {
                ...{ ...context, agentName: config.identity.displayName, language },
              });
              expect([text, disclosesAi(said, language)]).toEqual([text, true]);
            }
          }
    },
  );

  test('no field of the configuration is for it', () => {
    const paths = [...configFields, ...configLists].map(({ path }) => path);
    expect(paths.filter((path) => /disclos|\bai\b/i.test(path))).toEqual([]);
  });
});

test('AG2: the two known agents keep their names', () => {
  const renamed = changed((c) => {
    c.identity.displayName = 'Front desk';
  });
  expect(publishable(renamed, 'kuzco')).toMatchObject([{ path: 'identity.displayName', code: 'name_fixed' }]);
  expect(
    publishable(
      changed((c) => {
        c.identity.displayName = 'GS Dental';
      }),
      'gs-dental',
    ),
  ).toEqual([]);
  expect(publishable(renamed, 'front-desk')).toEqual([]);
});

test('the placeholders of the list may be used in every text that is spoken', () => {
  const text = '<Agent> of <Organization>, <Today>, call <Phone Number>';
  const config = changed((c) => {
    c.identity.persona = text;
    c.opening = { firstSpeaker: 'agent', outbound: text, inbound: text };
    c.conversation.voicemail = { action: 'leave-message', message: text };
    c.conversation.phrases.goodbye = text;
  });
  expect(publishable(config)).toEqual([]);
});

test('a draft may hold nothing huge', () => {
  const huge = changed((c) => {
    c.identity.persona = 'p'.repeat(agentLimits.draftTextMax + 1);
  });
  expect(agentConfig.safeParse(huge).success).toBe(false);
});
