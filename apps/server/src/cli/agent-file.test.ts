import { type AgentConfig, emptyAgentConfig, publishable } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { readAgentFile, writeAgentFile } from './agent-file.ts';

function configOf(text: string): AgentConfig {
  const read = readAgentFile(text);
  if (read.kind === 'faults') throw new Error(JSON.stringify(read.faults));
  return read.file.config;
}

function faultsOf(text: string) {
  const read = readAgentFile(text);
  return read.kind === 'faults' ? read.faults.map(({ line, sentence }) => `${line}: ${sentence}`) : [];
}

test('AG17: what is exported is imported as it was', () => {
  const config = emptyAgentConfig('Front desk');
  config.identity.persona = 'Warm: exact.\n- not a list\n"quoted" # no comment\n  indented\tü €';
  config.speech.hints = ['no', 'true', '007', '1e3'];
  config.conversation.transfers = [
    { name: 'Anna', number: '+12025550100', when: '', hours: 'opening-hours' },
  ];
  config.conversation.phrases.goodbye = 'Bye.';
  config.knowledge.entries = [{ id: 'parking', title: 'Parking', text: 'Behind the house.' }];
  config.outcomes = {
    fields: [
      { id: 'a', label: 'Day', type: 'choice', description: 'x', choices: ['no', '007'], required: true },
    ],
  };
  const read = readAgentFile(writeAgentFile('front-desk', config));
  expect(read).toMatchObject({ kind: 'agent', file: { id: 'front-desk', config } });
});

test('AG17: a file written by hand needs only what it sets', () => {
  const config = configOf(`
agent: front-desk
identity:
  displayName: Front desk
  persona: You answer the phone.
conversation:
  transfers:
    - name: Anna
      number: "+12025550100"
knowledge:
  entries:
    - title: Parking
      text: Behind the house.
    - title: parking!
      text: Really.
outcomes:
  fields:
    - label: Confirmed
      type: yes_no
    - label: When?
      type: choice
      choices: [Morning, Afternoon]
`);
  expect(publishable(config)).toEqual([]);
  expect(config.conversation.transfers).toEqual([
    { name: 'Anna', number: '+12025550100', when: '', hours: 'always' },
  ]);
  expect(config.knowledge.entries.map(({ id }) => id)).toEqual(['parking', 'parking-2']);
  expect(config.outcomes?.fields).toEqual([
    { id: 'confirmed', label: 'Confirmed', type: 'yes_no', description: '', choices: [], required: false },
    {
      ...{ id: 'when', label: 'When?', type: 'choice', choices: ['Morning', 'Afternoon'] },
      ...{ description: '', required: false },
    },
  ]);
});

describe('AG17: a bad file names the line', () => {
  test.each<[string, string, string[]]>([
    ['broken YAML', 'agent: front-desk\nidentity:\n  persona: "open', ['3: Missing closing "quote.']],
    ['nothing', '', ['1: The file has no agent.']],
    [
      'no id',
      'identity: {}\n',
      ['1: Name the agent: its id of small letters, digits and hyphens, as in "agent: front-desk".'],
    ],
    ['a typo', 'agent: a\nopening:\n  inbuond: Hello.\n', ['3: opening.inbuond: there is no such field.']],
    [
      'a number that is no text',
      'agent: a\nconversation:\n  transfers:\n    - name: Anna\n      number: +12025550100\n',
      ['5: conversation.transfers.0.number: this must be a text. Put it in quotes.'],
    ],
    ['a choice that is none', 'agent: a\nconversation:\n  pace: hasty\n', []],
    ['a newer shape', 'agent: a\nschema: 2\n', []],
    ['the same field twice', 'agent: a\nopening: {}\nopening: {}\n', ['3: Map keys must be unique.']],
  ])('%s', (what, text, expected) => {
    const found = faultsOf(text);
    if (expected.length > 0) expect(found).toEqual(expected);
    else
      expect(found).toEqual([
        expect.stringMatching(what === 'a newer shape' ? /^2: schema: / : /^3: conversation\.pace: /),
      ]);
  });

  test('AG2: a known agent keeps its name, and need not be told it', () => {
    expect(faultsOf('agent: kuzco\nidentity:\n  displayName: Somebody\n')).toEqual([
      '3: identity.displayName: this agent is always called Kuzco.',
    ]);
    expect(configOf('agent: gs-dental\n').identity.displayName).toBe('GS Dental');
  });

  test('also where only publishing it is refused', () => {
    const read = readAgentFile('agent: a\nopening:\n  firstSpeaker: agent\n  inbound: Hello, <Name>.\n');
    if (read.kind === 'faults') throw new Error('unexpected');
    expect(read.file.lineOf('opening.inbound')).toBe(4);
    expect(read.file.lineOf('identity.persona')).toBe(1);
  });

  test.each([
    ['identity:\n  persona: "Hello\\0"\n', '3: identity.persona: there is a character that cannot be stored'],
    ['speech:\n  hints: [a, "\\ud800"]\n', '3: speech.hints.1: there is a character that cannot be stored'],
    ['identity:\n  constructor: Bob\n', '3: identity.constructor: there is no such field.'],
    ['toString: x\n', '2: toString: there is no such field.'],
    ['__proto__:\n  identity: {}\n', '2: __proto__: there is no such field.'],
    ['opening: [1, 2]\n', '2: opening: '],
    ['opening: {}\nspeech: *nobody\n', '3: The alias *nobody names nothing.'],
    [`opening: ${'['.repeat(50_000)}\n`, '2: The file is nested too deeply.'],
    [`opening: ${'{a: '.repeat(50_000)}\n`, '2: The file is nested too deeply.'],
  ])('a hostile file is refused in words: %#', (lines, expected) => {
    const [first = ''] = faultsOf(`agent: a\n${lines}`);
    expect(first).toContain(expected);
  });

  test('a file that grows when it is read is refused', () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nagent: a\n`;
    expect(faultsOf(bomb)).toEqual(['1: The file has too many aliases.']);
  });
});
