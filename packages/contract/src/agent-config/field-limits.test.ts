import { describe, expect, test } from 'vitest';
import { exampleToolId, itemsOf } from '../../testing/list-items.ts';
import { leavesOf } from '../../testing/schema-leaves.ts';
import { type WeeklyHours, weekdays } from '../weekly-hours.ts';
import { type AgentConfig, agentConfig } from './agent-config.ts';
import { emptyAgentConfig } from './empty-config.ts';
import { agentLimits } from './limits.ts';
import { phraseNames } from './phrase-names.ts';
import { publishable } from './publishable.ts';

/** What is wrong: a code of `publishable`, or `shape` where not even a draft may hold it. */
type Mistake = readonly [value: unknown, code: string];

interface Row {
  /** Values at the limits. */
  readonly good: readonly unknown[];
  readonly bad: readonly Mistake[];
  /** `filled`: those of the list are. `none`: it is spoken or told as it is. `code`: no text for people. */
  readonly placeholders?: 'filled' | 'none' | 'code';
}

const x = (length: number) => 'x'.repeat(length);

const text = (max: number, placeholders: NonNullable<Row['placeholders']>, ...bad: Mistake[]): Row => ({
  good: [x(max), '🦷'.repeat(max)],
  bad: [[x(max + 1), 'too_long'], [7, 'shape'], ...bad],
  placeholders,
});
const choice = (...values: string[]): Row => ({
  good: values,
  bad: [
    ['else', 'shape'],
    [null, 'shape'],
  ],
  placeholders: 'code',
});
const onOff: Row = { good: [true, false], bad: [['yes', 'shape']] };
const range = (min: number, max: number, ...others: number[]): Row => ({
  good: [null, min, max],
  bad: [
    ...[min - 0.01, max + 0.01, ...others].map((value): Mistake => [value, 'out_of_range']),
    ['many', 'shape'],
    [Number.POSITIVE_INFINITY, 'shape'],
  ],
});
/** 35 characters are the longest tag. */
const language = (primary: string): Row => ({
  good: [`${primary}-DE`, `${primary}-Latn-DE-abcdefgh-bcdefghi-cdefgh`],
  bad: [
    '',
    'English',
    `${primary}_DE`,
    `${primary}-Latn-DE-abcdefgh-bcdefghi-cdefghi`,
    'en"/><Dial>',
    'е-DE',
  ].map((value) => [value, 'not_a_language']),
  placeholders: 'code',
});
const voiceName: Row = {
  good: [`${x(20)}-${x(79)}`],
  bad: [
    [`${x(20)}-${x(80)}`, 'too_long'],
    ['Joanna', 'voice_name_invalid'],
    [`${x(20)}" x="`, 'voice_name_invalid'],
  ],
  placeholders: 'code',
};
const time = (good: readonly string[]): Row => ({
  good,
  bad: [
    ['8:00', 'hours_invalid'],
    ['25:00', 'hours_invalid'],
    ['', 'hours_invalid'],
    ['08:000', 'hours_invalid'],
    [x(21), 'shape'],
  ],
  placeholders: 'code',
});

/** Every field of the configuration; `*` is any item of a list. A field without a row fails. */
const rows: Readonly<Record<string, Row>> = {
  schema: { good: [1], bad: [[2, 'shape']] },
  'identity.displayName': text(60, 'none', ['', 'name_missing'], ['\u200b\u2060 ', 'name_missing']),
  'identity.persona': text(6_000, 'filled', [' ', 'persona_missing'], ['\u200b', 'persona_missing']),
  'identity.abilities': text(4_000, 'filled'),
  'identity.conduct.repeatDetails': onOff,
  'identity.conduct.spellNames': onOff,
  'identity.conduct.stayOnSubject': onOff,
  'identity.conduct.showSympathy': onOff,
  'identity.conduct.beBrief': onOff,
  'speech.language': language('en'),
  'speech.voice.provider': choice('elevenlabs'),
  'speech.voice.name': voiceName,
  'speech.otherLanguages.*.language': language('de'),
  'speech.otherLanguages.*.voice.provider': choice('elevenlabs'),
  'speech.otherLanguages.*.voice.name': voiceName,
  'speech.speed': range(0.7, 1.2),
  'speech.pronunciations.*.word': text(60, 'none', ['', 'word_missing']),
  'speech.pronunciations.*.say': text(120, 'none', [' ', 'word_missing']),
  'speech.hints.*': text(60, 'none', ['', 'hint_missing']),
  'opening.firstSpeaker': choice('agent', 'other-party'),
  'opening.outbound': text(600, 'filled'),
  'opening.inbound': text(600, 'filled'),
  'conversation.pace': choice('patient', 'normal', 'brisk'),
  'conversation.maxMinutes': range(1, 120, 2.5),
  'conversation.silenceSeconds': range(4, 60, 4.5),
  'conversation.keypad': onOff,
  'conversation.screening.identity': text(200, 'filled'),
  'conversation.screening.purpose': text(200, 'filled'),
  'conversation.voicemail.action': choice('hang-up', 'leave-message'),
  // 450 as it is said, with the sentence that an AI assistant speaks.
  'conversation.voicemail.message': text(410, 'filled', ['', 'voicemail_missing']),
  'conversation.cannotHelp': text(300, 'filled'),
  'conversation.afterHours': text(600, 'filled'),
  'conversation.transfers.*.name': text(60, 'none', ['', 'transfer_name_missing']),
  'conversation.transfers.*.number': {
    good: ['+1234567', '+123456789012345', '+49 (0)30 1234567'],
    bad: ['', '112', '+123456', '+1234567890123456', '+1202555010a', 'sip:anna@example.com'].map((value) => [
      value,
      'transfer_number_invalid',
    ]),
    placeholders: 'code',
  },
  'conversation.transfers.*.when': text(300, 'none'),
  'conversation.transfers.*.kind': { ...choice('cold', 'warm'), good: ['cold', 'warm', undefined] },
  'conversation.transfers.*.hours': { good: ['always', 'opening-hours'], bad: [['sometimes', 'shape']] },
  ...Object.fromEntries(
    weekdays.flatMap((day) => [
      [`conversation.transfers.*.hours.${day}.*.from`, time(['00:00', '23:59'])],
      [`conversation.transfers.*.hours.${day}.*.to`, time(['00:00', '24:00'])],
    ]),
  ),
  ...Object.fromEntries(phraseNames.map((name) => [`conversation.phrases.${name}`, text(300, 'filled')])),
  'knowledge.entries.*.id': {
    good: [x(64)],
    bad: [
      ['', 'shape'],
      [x(65), 'shape'],
      ['a b', 'shape'],
    ],
  },
  'knowledge.entries.*.title': text(120, 'none', ['', 'knowledge_title_missing']),
  'knowledge.entries.*.text': text(4_000, 'none', ['', 'knowledge_text_missing']),
  'outcomes.fields.*.id': {
    good: [x(64)],
    bad: [
      ['', 'shape'],
      [x(65), 'shape'],
      ['a b', 'shape'],
    ],
  },
  'outcomes.fields.*.label': text(
    60,
    'none',
    ['', 'outcome_label_missing'],
    ['\u200b', 'outcome_label_missing'],
  ),
  'outcomes.fields.*.type': choice('yes_no', 'choice', 'text', 'number', 'date', 'time'),
  'outcomes.fields.*.description': text(300, 'none'),
  'outcomes.fields.*.choices.*': text(60, 'none', [' ', 'outcome_choice_missing']),
  'outcomes.fields.*.required': onOff,
  'tools.use.*.id': {
    good: [exampleToolId],
    bad: [
      ['', 'shape'],
      ['calendar', 'shape'],
    ],
  },
  'tools.use.*.name': { good: [x(128)], bad: [[x(129), 'too_long']] },
  'tools.use.*.server': {
    good: [exampleToolId],
    bad: [
      ['', 'shape'],
      [7, 'shape'],
    ],
  },
  'tools.texts.*.name': text(60, 'none', ['', 'text_name_missing']),
  'tools.texts.*.text': text(459, 'filled', [' ', 'text_missing']),
  'engine.engine': { good: [null, 'relay'], bad: [['fax', 'shape']], placeholders: 'code' },
  'engine.model': { ...text(100, 'code', [' ', 'model_missing']), good: [null, x(100)] },
  'engine.temperature': range(0, 1),
};

/** Every list: how many items it may have, and what is said of one more. */
const lists: Readonly<Record<string, readonly [max: number, code: string]>> = {
  'speech.otherLanguages': [5, 'too_many'],
  'speech.pronunciations': [100, 'too_many'],
  'speech.hints': [100, 'too_many'],
  'conversation.transfers': [10, 'too_many'],
  'knowledge.entries': [200, 'too_many'],
  'outcomes.fields': [20, 'too_many'],
  'outcomes.fields.*.choices': [12, 'too_many'],
  'tools.use': [20, 'too_many'],
  'tools.texts': [20, 'too_many'],
  ...Object.fromEntries(weekdays.map((day) => [`conversation.transfers.*.hours.${day}`, [10, 'too_many']])),
};

/** A configuration that can be published, with something in every field and every list. */
function example(): AgentConfig {
  const config = emptyAgentConfig('Front desk');
  const voice = { provider: 'elevenlabs' as const, name: x(20) };
  const week = weekdays.map((day) => [day, [{ from: '08:30', to: '17:00' }]]);
  config.identity.persona = 'You answer the phone.';
  config.speech.voice = voice;
  config.speech.otherLanguages = [{ language: 'de-DE', voice: { ...voice } }];
  config.speech.pronunciations = [{ word: 'Nguyen', say: 'win' }];
  config.speech.hints = ['Nguyen'];
  config.conversation.voicemail = { action: 'leave-message', message: 'Please call us back.' };
  config.conversation.phrases = Object.fromEntries(phraseNames.map((name) => [name, 'One moment.']));
  const hours = Object.fromEntries(week) as WeeklyHours;
  config.conversation.transfers = [{ name: 'Anna', number: '+12025550100', when: '', hours }];
  config.knowledge.entries = [{ id: 'parking', title: 'Parking', text: 'Behind the house.' }];
  config.outcomes = {
    fields: [
      {
        id: 'when',
        label: 'When',
        type: 'choice',
        description: '',
        choices: ['This week', 'Next week'],
        required: false,
      },
    ],
  };
  config.tools = {
    use: [{ id: exampleToolId, name: 'find_free_times' }],
    texts: [{ name: 'Address', text: 'We are at 1 Main Street.' }],
  };
  return config;
}

const firstItem = (path: string) => path.replaceAll('*', '0');

function withValue(path: string, value: unknown): AgentConfig {
  const config = example();
  const parts = firstItem(path).split('.');
  const last = parts.pop() ?? '';
  let node = config as unknown as Record<string, unknown>;
  for (const part of parts) node = node[part] as Record<string, unknown>;
  // The tool of an MCP server has no id.
  if (path === 'tools.use.*.server') delete node.id;
  node[last] = value;
  return config;
}

/** A whole sentence without words that only programmers know. */
const plainSentence = /^[A-Z](?!.*(?:string|boolean|undefined|null|regex|schema|Invalid|expected)).+\.$/;

function mistakesOf(config: AgentConfig): { path: string; code: string; sentence: string }[] {
  const parsed = agentConfig.safeParse(config);
  if (parsed.success) return publishable(config);
  return parsed.error.issues.map(({ path, message }) => ({
    ...{ path: path.join('.'), code: 'shape' },
    sentence: message,
  }));
}

const known = leavesOf(agentConfig, '', { fields: [], lists: [] });

test('every field and every list of the configuration has a row', () => {
  expect(known.fields.toSorted()).toEqual(Object.keys(rows).toSorted());
  expect(known.lists.toSorted()).toEqual(Object.keys(lists).toSorted());
});

test('the example can be published', () => {
  expect(mistakesOf(example())).toEqual([]);
});

describe('AG5: at its limit a value is accepted', () => {
  test.each(Object.entries(rows))('%s', (path, { good }) => {
    for (const value of good) expect(mistakesOf(withValue(path, value))).toEqual([]);
  });
});

const bad = Object.entries(rows).flatMap(([path, row]) =>
  row.bad.map(([value, code]) => ({ path, code, value, shown: String(value).slice(0, 20) })),
);

describe('AG5: beyond it a value is refused with its place and a sentence', () => {
  test.each(bad)('$path: $code for "$shown"', ({ path, code, value }) => {
    const found = mistakesOf(withValue(path, value));
    expect(found.map((each) => each.code)).toContain(code);
    // Of two that belong together the whole is named: a word and how to say it, the hours of a day.
    const place = found.find((each) => each.code === code)?.path ?? '';
    expect(`${firstItem(path)}.`).toContain(`${place}.`);
    for (const { sentence } of found) expect(sentence).toMatch(plainSentence);
  });
});

describe('AG5: a list has a limit', () => {
  test.each(Object.entries(lists))('%s', (path, [max, code]) => {
    const [item] = itemsOf(path, 1);
    expect(item).toBeDefined();
    expect(mistakesOf(withValue(path, itemsOf(path, max)))).toEqual([]);
    const found = mistakesOf(withValue(path, itemsOf(path, max + 1)));
    expect(found).toEqual([{ path: firstItem(path), code, sentence: expect.stringMatching(plainSentence) }]);
  });
});

const texts = Object.entries(rows).flatMap(([path, { placeholders }]) =>
  placeholders === 'filled' || placeholders === 'none' ? [{ path, placeholders }] : [],
);

describe('AG5: a placeholder that nothing fills cannot be published', () => {
  test.each(texts)('$path', ({ path, placeholders }) => {
    for (const value of ['Ask <Nobody>.', 'Ask <agent>.', 'Ask <<Nobody>>.', 'Ask <Agent <Nobody>>.']) {
      const found = mistakesOf(withValue(path, value));
      expect(found).toEqual([
        {
          path: firstItem(path),
          code: 'placeholder_unknown',
          sentence: expect.stringMatching(plainSentence),
        },
      ]);
    }
    const ofTheList = mistakesOf(withValue(path, 'Ask <Agent>.'));
    expect(ofTheList.map(({ code }) => code)).toEqual(
      placeholders === 'filled' ? [] : ['placeholder_unknown'],
    );
  });
});

describe('a draft may hold anything half typed, but nothing huge', () => {
  const written = Object.entries(rows).filter(
    ([, { placeholders }]) => placeholders && placeholders !== 'code',
  );

  test.each(written)('%s', (path) => {
    const whole = withValue(path, x(agentLimits.draftTextMax));
    expect(agentConfig.safeParse(whole).success).toBe(true);
    expect(mistakesOf(withValue(path, x(agentLimits.draftTextMax + 1)))).toEqual([
      { path: firstItem(path), code: 'shape', sentence: expect.stringMatching(plainSentence) },
    ]);
  });
});
