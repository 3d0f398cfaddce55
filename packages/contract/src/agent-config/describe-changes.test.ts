import { expect, test } from 'vitest';
import { describeChanges } from './describe-changes.ts';
import { emptyAgentConfig } from './empty-config.ts';

function twoConfigs() {
  const before = structuredClone(emptyAgentConfig('Front desk'));
  return { before, after: structuredClone(before) };
}

test('nothing differs between equal configurations', () => {
  const { before, after } = twoConfigs();
  expect(describeChanges(before, after)).toEqual([]);
});

test('AG8: differences are told in words, long texts with both values', () => {
  const { before, after } = twoConfigs();
  after.identity.displayName = 'Reception';
  after.identity.conduct.beBrief = true;
  after.speech.voice = { provider: 'google', name: 'en-US-Neural2-F' };
  before.identity.persona = 'Warm.';
  after.identity.persona = 'Warm and exact.';
  after.opening.inbound = 'Hello.';
  after.conversation.maxMinutes = 10;
  before.conversation.afterHours = 'We are closed.';
  expect(describeChanges(before, after)).toEqual([
    {
      path: 'identity.displayName',
      sentence: 'Name changed from Front desk to Reception.',
      before: null,
      after: null,
    },
    { path: 'identity.persona', sentence: 'Persona changed.', before: 'Warm.', after: 'Warm and exact.' },
    { path: 'identity.conduct.beBrief', sentence: 'Be brief: switched on.', before: null, after: null },
    {
      path: 'speech.voice',
      sentence: 'Voice changed from the default to en-US-Neural2-F (google).',
      before: null,
      after: null,
    },
    { path: 'opening.inbound', sentence: 'Inbound greeting added.', before: '', after: 'Hello.' },
    {
      path: 'conversation.maxMinutes',
      sentence: 'Longest call in minutes changed from the default to 10.',
      before: null,
      after: null,
    },
    {
      path: 'conversation.afterHours',
      sentence: 'Outside opening hours removed.',
      before: 'We are closed.',
      after: '',
    },
  ]);
});

test('AG8: languages are told by their names, and another spelling of a tag is a change', () => {
  const { before, after } = twoConfigs();
  after.speech.language = 'de-AT';
  before.speech.otherLanguages = [{ language: 'it', voice: null }];
  after.speech.otherLanguages = [{ language: 'IT', voice: null }];
  expect(describeChanges(before, after).map(({ sentence }) => sentence)).toEqual([
    'Language changed from English (United States) to German (Austria).',
    'Further language “Italian (it)” removed.',
    'Further language “Italian (IT)” added.',
  ]);
});

test('AG8: items of a list are added, removed, changed or in another order', () => {
  const { before, after } = twoConfigs();
  const entry = (id: string, title: string, text: string) => ({ id, title, text });
  before.knowledge.entries = [
    entry('a', 'Parking', 'No.'),
    entry('b', 'Prices', 'Ask.'),
    entry('c', 'Tram', 'Line 4.'),
  ];
  after.knowledge.entries = [
    entry('c', 'Tram', 'Line 4.'),
    entry('a', 'Parking', 'Yes.'),
    entry('d', 'Dogs', 'Welcome.'),
  ];
  expect(describeChanges(before, after).map(({ sentence }) => sentence)).toEqual([
    'Knowledge “Parking” changed.',
    'Knowledge “Prices” removed.',
    'Knowledge “Dogs” added.',
    'Knowledge: another order.',
  ]);
});

test('AG8: when somebody can be reached is told in words', () => {
  const { before, after } = twoConfigs();
  const desk = { name: 'Front desk', number: '+15005550010', when: '' };
  const [morning, closed] = [[{ from: '08:00', to: '12:00' }], []];
  const rest = { wednesday: closed, thursday: closed, friday: closed, saturday: closed, sunday: closed };
  before.conversation.transfers = [{ ...desk, hours: 'opening-hours' }];
  after.conversation.transfers = [{ ...desk, hours: { monday: morning, tuesday: morning, ...rest } }];
  expect(describeChanges(before, after)).toEqual([
    {
      path: 'conversation.transfers',
      sentence: 'Person to connect with “Front desk” changed.',
      before: '+15005550010\n\nwhile the organization is open',
      after: '+15005550010\n\nMonday 08:00–12:00; Tuesday 08:00–12:00',
    },
  ]);
});

/** Every leaf of a configuration, each set to another value, must be told. */
test('AG8: no field is forgotten', () => {
  const { before } = twoConfigs();
  const leaves = (value: unknown, path: string[] = []): string[][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
      : [path];
  const others: Record<string, unknown> = {
    'speech.voice': { provider: 'google', name: 'x' },
    'speech.otherLanguages': [{ language: 'de-DE', voice: null }],
    'speech.pronunciations': [{ word: 'a', say: 'b' }],
    'speech.hints': ['a'],
    'conversation.transfers': [{ name: 'A', number: '1', when: '', hours: 'always' }],
    'knowledge.entries': [{ id: 'a', title: 'a', text: 'a' }],
  };
  for (const path of leaves(before).filter(([first]) => first !== 'schema')) {
    const after = structuredClone(before) as unknown as Record<string, never>;
    const parent = path.slice(0, -1).reduce<Record<string, never>>((node, key) => node[key] as never, after);
    const last = path.at(-1) as string;
    const old: unknown = parent[last];
    parent[last] = (others[path.join('.')] ?? (typeof old === 'boolean' ? !old : 'other')) as never;
    expect(describeChanges(before, after as never), path.join('.')).toHaveLength(1);
  }
});
