import { describe, expect, test } from 'vitest';
import { showScript as show } from '../../../../testing/scripted-agent/instructions/show-script.ts';
import { readScript } from './read-script.ts';

describe('reads instructions of many kinds', () => {
  const cases: readonly (readonly [string, string | null, readonly string[]])[] = [
    [
      'Call Mr. Vance and tell him that his glasses are ready. Ask if he can pick them up today.',
      'Mr. Vance',
      ['I am calling to tell you that your glasses are ready.', 'Can you pick them up today?'],
    ],
    [
      'Find out how satisfied the customer is with the boiler, whether the technician was on time and if they would like a contract.',
      null,
      [
        'I have three short questions for you.',
        'How satisfied are you with the boiler?',
        'Was the technician on time?',
        'Would you like a contract?',
      ],
    ],
    [
      'Move the appointment of Kim Example to Thursday at 2 pm. If that does not suit, offer Friday at 11 am or Monday at 9.',
      'Kim Example',
      ['I am calling to move your appointment to Thursday at 2 pm.', 'Would that suit you?'],
    ],
    [
      'Please call Ana Muster. She has an appointment with us tomorrow at 3pm. Confirm that she will come and remind her to bring her card.',
      'Ana Muster',
      [
        'I am calling because you have an appointment with us tomorrow at 3pm.',
        'Will you come?',
        'Please remember to bring your card.',
        'Is that all right?',
      ],
    ],
    [
      'Goal: feedback on the visit.\n- how they heard about us\n- whether they would come again\nBe friendly. Never argue.',
      null,
      [
        'I have two short questions for you.',
        'Could you tell me how you heard about us?',
        'Would you come again?',
      ],
    ],
    [
      'Say "The water is off until noon." Ask: "Do you need bottled water?" If yes, tell them that a van comes at ten.',
      null,
      ['The water is off until noon.', 'Do you need bottled water?', 'yes: A van comes at ten.'],
    ],
    [
      'Wish Lou a happy birthday.',
      'Lou',
      ['I am calling to wish you a happy birthday.', 'Is that all right?'],
    ],
    [
      'Schedule a cleaning for Tom Muster next week.',
      'Tom Muster',
      ['I am calling to schedule a cleaning for you next week.', 'Which day and time would suit you?'],
    ],
    [
      'Remind <Patient Name> of the visit.',
      null,
      ['I am calling to remind you of the visit.', 'Is that all right?'],
    ],
    [
      'Delivery Friday 10:00 Kim Example',
      'Kim Example',
      ['I am calling about the following: Delivery Friday 10:00 Kim Example.', 'Is that all right?'],
    ],
  ];
  test.each(cases)('%s', (instructions, party, steps) => {
    expect(show(instructions)).toMatchObject({ party, steps: expect.arrayContaining([...steps]) });
    expect(show(instructions).steps.slice(0, 1)).toEqual(steps.slice(0, 1));
  });
});

test('statements outside of orders become facts that answer questions', () => {
  const { facts } = readScript(
    'Remind the guest of the table for four. The kitchen closes at 10 p.m. If they ask about parking, say that there is a garage next door.',
    'The Anchor',
  );
  expect(facts).toEqual(
    expect.arrayContaining(['The kitchen closes at 10 p.m.', 'There is a garage next door.']),
  );
});

test('a condition on another matter is not attached to the question before it', () => {
  const { steps } = show('Ask if she can come. If she has lost the card, tell her to ring the shop.');
  expect(steps).not.toContain('yes: Please ring the shop.');
});

test('makes a script with a question from any text', () => {
  for (const text of [
    '',
    ' ',
    '?',
    '…',
    '12345',
    '<b>',
    'asdf qwer',
    'Ask.',
    'Tell',
    'If not, then.',
    '- \n- \n',
    'a'.repeat(8_000),
    'Ask '.repeat(2_000),
  ]) {
    const { steps } = readScript(text, 'Elm Street Dental');
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.some((step) => step.kind === 'ask')).toBe(true);
  }
});
