import { describe, expect, test } from 'vitest';
import { found, hello, inbound } from '../../../../testing/scripted-agent/detected-follow-ups.ts';

const what = (turns: readonly string[]) => found([hello, ...turns]).map((row) => row.what);
const callMe = 'Could somebody call me back?';
const called = 'Wants to be called back: “Could somebody call me back?”';

describe('FU1 the name that somebody gives', () => {
  test.each<[string, readonly string[]]>([
    ['before they ask', ['My name is Ada Weber.', 'How can I help?', callMe]],
    ['as a greeting', ['Good morning, this is Ada Weber.', 'How can I help?', callMe]],
    ['when they are asked', [callMe, 'May I have your name?', 'Ada Weber.']],
    ['when they are asked, in a sentence', [callMe, 'What is your name, please?', "Sure, it's Ada Weber."]],
    [
      'a second time, because it was misheard',
      ['My name is Eda Webber.', 'Eda?', `${callMe} My name is Ada Weber.`],
    ],
  ])('stands in the sentence: %s', (_, turns) => {
    expect(what(turns)).toEqual([`${called} (gave the name Ada Weber)`]);
  });

  test('stands there once where it is quoted already', () => {
    const said = 'Please call me back, my name is Ada Weber.';
    expect(inbound(said).map((row) => row.what)).toEqual([
      'Wants to be called back: “Please call me back, my name is Ada Weber”.',
    ]);
  });

  test.each([
    "I'm in pain. Could somebody call me back?",
    'This is urgent. Could somebody call me back?',
    "It's Monday. Could somebody call me back?",
    'Is Anna Weber there? Could somebody call me back?',
    'You can call me tomorrow. Could somebody call me back?',
  ])('is nothing else that they say: %s', (said) => {
    for (const row of inbound(said)) expect(row.what).not.toContain('gave the name');
  });

  test('is not what the agent says', () => {
    expect(what([callMe, 'My name is Kuzco. Anything else?', 'No, thank you.'])).toEqual([called]);
  });

  test('fits into the sentence, however long the rest is', () => {
    const long = `Can you tell the doctor that ${'the pills help me very much and '.repeat(12)}I am well?`;
    const [row] = found([hello, 'My name is Ada Weber.', 'Yes?', long]);
    expect(row?.what.length).toBeLessThanOrEqual(200);
    expect(row?.what).toContain('(gave the name Ada Weber)');
  });
});
