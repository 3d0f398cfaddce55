import { describe, expect, it } from 'vitest';
import { AnswerChooser } from '../answer-chooser.ts';
import { CalleeDirectory } from '../directory.ts';
import { readYaml } from '../read-script.ts';
import { deskQuestions, firstQuestions, laterQuestions } from './questions.table.ts';

const directory = new CalleeDirectory();
const callees = [
  'confirms',
  'wants-another-day',
  'in-a-hurry',
  'confused',
  'interrupts',
  'wants-appointment',
  'in-pain',
  'asks-for-colleague',
  'asks-unknown',
];
const plain = () => new AnswerChooser(readYaml('about: Anybody.', 'anybody'));
const say = (heard: string) => plain().reply(heard)?.say ?? '';

const words =
  'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|hundred';
const fits: Record<string, RegExp> = {
  number: new RegExp(`\\b(\\d+|${words}|half|once|twice)\\b`, 'i'),
  day: /\b(mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(today|tomorrow|january|february|march|april|may|june|july|august|september|october|november|december)\b/i,
  time: new RegExp(`\\b(\\d|${words}|noon|morning|afternoon|evening)`, 'i'),
  yes: /^(yes|of course|certainly|sure|not at all|no, (go ahead|please do|not at all)|that is right|speaking)/i,
  no: /^(no|none|nothing)\b/i,
  polar: /^(yes|no|none|nothing|not|of course|sure)\b/i,
  name: /\b(Ann|Miller|Tom|Brown)\b/,
  because: /because/i,
  digits: /(\b(zero|one|two|three|four|five|six|seven|eight|nine|oh)\b,? ?){3,}|\d{3}|this number/i,
  email: / at .* dot |@/i,
  place: /\b(street|springfield|home|city|work|back|kitchen|online|internet)\b/i,
  spelled: /\b[A-Z]( [A-Z]){2,}\b/,
  something: /\w{3,}/,
  fine: /\bfine\b/,
};
const flatYes = /^(yes|yeah|that is fine)/i;
/** Kinds that a yes or no is no answer to. */
const open = (kind: string) => !['yes', 'no', 'polar'].includes(kind);

function check(heard: string, expected: string, answer: string): void {
  const wanted = expected.split('+');
  for (const kind of wanted) {
    const options = kind.startsWith('of:') ? kind.slice(3).split('/') : null;
    const isIt = options
      ? options.some((option) => answer.toLowerCase().includes(option.toLowerCase()))
      : fits[kind]?.test(answer);
    expect(isIt, `${heard}\n  is answered with: ${answer}\n  wanted: ${kind}`).toBe(true);
    if (options) {
      const named = options.filter((option) => answer.toLowerCase().includes(option.toLowerCase()));
      expect(named.length, `${heard}\n  is answered with several options: ${answer}`).toBe(1);
    }
  }
  if (wanted.length === 1 && open(wanted[0] ?? ''))
    expect(answer, `${heard}\n  is answered with yes: ${answer}`).not.toMatch(flatYes);
}

describe('a question is not answered with something else', () => {
  it.each(firstQuestions)('%s', (heard, expected) => check(heard, expected, say(heard)));
  it.each(laterQuestions)('%s', (heard, expected) => check(heard, expected, say(heard)));
  it.each(deskQuestions)('%s', (heard, expected) => check(heard, expected, say(heard)));
});

describe.each(callees)('%s', (name) => {
  const person = directory.list().callees.find((one) => one.name === name);
  const answering = () => new AnswerChooser(directory.script(person?.name ?? ''));

  it('does not answer which, how many, when or what with yes', () => {
    const asked: [string, string][] = [
      ['Which of these do you prefer, the red one or the blue one?', 'of:red/blue'],
      ['How many people will be coming with you?', 'number'],
      ['When would be a good day for you?', 'day'],
      ['What is your phone number?', 'digits'],
      ['What would you like to drink?', 'something'],
      ['Would you rather be called in the morning or in the afternoon?', 'of:morning/afternoon'],
      ['How much did you pay for it?', 'number'],
    ];
    for (const [heard, expected] of asked) check(heard, expected, answering().reply(heard)?.say ?? '');
  });

  it('answers the same question in the same way in every call', () => {
    for (const [heard] of firstQuestions)
      expect(answering().reply(heard)?.say).toBe(answering().reply(heard)?.say);
  });
});

describe('a callee of the list is not misled by a word', () => {
  const says = (name: string, heard: string) =>
    new AnswerChooser(directory.script(name)).reply(heard)?.say ?? '';

  it('confirms: "Bill" is a name, and a card to bring is no question about insurance', () => {
    expect(says('confirms', 'Am I speaking with Bill?')).toBe('Yes, speaking.');
    expect(says('confirms', 'Could you please bring your insurance card?')).toBe('Yes, of course.');
    expect(says('confirms', 'Have you switched insurance since your last visit?')).toMatch(/^No/);
  });

  it('wants-another-day: a retainer that still fits is no day', () => {
    expect(says('wants-another-day', 'Could you tell me whether your retainer still fits?')).toBe('Yes.');
    expect(says('wants-another-day', 'Does Tuesday still work for you?')).toMatch(/cannot make it/);
  });
});

describe('style and facts', () => {
  it('in-a-hurry: answers briefly', () => {
    const hurried = new AnswerChooser(directory.script('in-a-hurry'));
    const said = hurried.reply('How many people will be coming with you?')?.say ?? '';
    expect(said.split(' ').length).toBeLessThanOrEqual(2);
  });

  it('wants-another-day: answers with the day of its facts', () => {
    const other = () => new AnswerChooser(directory.script('wants-another-day'));
    expect(other().reply('Would Monday, Wednesday or Thursday be better?')?.say).toMatch(/^Thursday/);
    expect(other().reply('When would you like to come instead?')?.say).toMatch(/Thursday/);
  });

  it('without manners, a callee gives only the answers of its script', () => {
    const own = new AnswerChooser(readYaml('manners: false\notherwise: [Pardon?]', 'own'));
    expect(own.reply('How many are you?')?.say).toBe('Pardon?');
  });

  it('answers of the script come before usual answers, for the kind of question they are for', () => {
    const yaml =
      'answers: [{when: lunch, say: At noon.}, {when: dinner, say: "Yes, gladly.", asked: yes-no}]';
    const own = () => new AnswerChooser(readYaml(yaml, 'own'));
    expect(own().reply('When is lunch?')?.say).toBe('At noon.');
    expect(own().reply('Will you come to dinner?')?.say).toBe('Yes, gladly.');
    expect(own().reply('When is dinner?')?.say).toMatch(fits.time ?? /x/);
    expect(() => readYaml('answers: [{when: x, say: y, asked: riddle}]', 'own')).toThrow('asked is one of');
  });
});
