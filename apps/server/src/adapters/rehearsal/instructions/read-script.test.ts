import { describe, expect, test } from 'vitest';
import { readScript } from './read-script.ts';
import type { Step } from './script.ts';

function show(instructions: string): { party: string | null; steps: string[] } {
  const line = (step: Step): string[] =>
    step.kind === 'tell'
      ? [step.text]
      : [
          step.question,
          ...step.ifYes.flatMap(line).map((s) => `yes: ${s}`),
          ...step.ifNo.flatMap(line).map((s) => `no: ${s}`),
        ];
  const { party, steps } = readScript(instructions, 'Elm Street Dental');
  return { party, steps: steps.flatMap(line) };
}

/** Other trades, other ways of writing. */
const harder: readonly (readonly [string, string | null, readonly string[]])[] = [
  [
    'Tell Mr. Adeyemi his van is ready. The repair came to €312.40. We close at 6 pm. Find out when he is coming. The key box is at the gate.',
    'Mr. Adeyemi',
    [
      'I am calling to tell you that your van is ready.',
      'The repair came to €312.40.',
      'We close at 6 pm.',
      'When are you coming?',
    ],
  ],
  [
    'Guest: Frau Jutta Öhler-Krämer, arriving 02.05., 180,00 EUR. Please 1) confirm the booking 2) ask for the arrival time 3) ask if she needs a cot (8 € per night).',
    'Frau Jutta Öhler-Krämer',
    [
      'I am calling about the following: arriving 02.05., 180,00 EUR.',
      'Can you confirm the booking?',
      'May I have the arrival time?',
      'Do you need a cot (8 € per night)?',
    ],
  ],
  [
    'Sports day reminder for the parents of Mika Hahn: Friday 12 June, 9:00, field 2. Ask if they can help. If they cannot, thank them for telling us.',
    'the parents of Mika Hahn',
    [
      'I am calling about the following: Sports day reminder for the parents of Mika Hahn: Friday 12 June, 9:00, field 2.',
      'Can you help?',
      'no: Thank you for telling us.',
    ],
  ],
  [
    '- deliver the fridge on Monday between 8 and 10\n- customer: Ray Cole, 9 Mill Lane\n- needs two people\n- ask if somebody is at home\n- if nobody is home: ask whether the neighbour may take it, and which one',
    'Ray Cole',
    [
      'We would like to deliver the fridge on Monday between 8 and 10.',
      'It needs two people.',
      'Is somebody at home?',
      'no: May the neighbour take it?',
      'no: Could you tell me which one?',
    ],
  ],
  [
    'Call the tenant, Mrs. Nowak. The plumber comes on Friday. Somebody has to let him in. Ask who will be there.',
    'Mrs. Nowak',
    [
      'I am calling to tell you that the plumber comes on Friday.',
      'Somebody has to let him in.',
      'Who will be there?',
    ],
  ],
  [
    'Short feedback call to Herr Uwe Brandt, who stayed with us in May. Ask: 1. How was the room? 2. Does he want our letter? Mention the voucher code SUN5.',
    'Herr Uwe Brandt',
    [
      'I am calling because you stayed with us in May.',
      'How was the room?',
      'Do you want our letter?',
      'Please note the voucher code SUN5.',
    ],
  ],
  [
    'The customer ordered a bed that will arrive late, on 3 May. Apologize, tell them the new date, and ask if they want to keep the order or cancel it. If they cancel, say the refund takes a week.',
    null,
    [
      'I am calling because you ordered a bed that will arrive late, on 3 May.',
      'We apologise.',
      'Do you want to keep the order or cancel it?',
      'no: The refund takes a week.',
    ],
  ],
  [
    'Ring the secretary at Hillside School and find out: a) whether the hall is free on Sunday, b) what it costs, c) who has the key.',
    null,
    [
      'I have three short questions for you.',
      'Is the hall free on Sunday?',
      'Could you tell me what it costs?',
      'Could you tell me who has the key?',
    ],
  ],
  [
    "Reschedule Paula Ruiz' lesson from Monday 4 pm to either Tuesday 5 pm or Thursday 3 pm.",
    'Paula Ruiz',
    [
      'I am calling to reschedule your lesson from Monday 4 pm to either Tuesday 5 pm or Thursday 3 pm.',
      'Would one of those suit you?',
    ],
  ],
  [
    'Mr Shah owes us rent for May (£700). Ask when he will transfer it.',
    'Mr Shah',
    ['I am calling because you owe us rent for May (£700).', 'When will you transfer it?'],
  ],
  [
    "You are calling Dr. Vogt's office to order the X-rays of our patient Lea Sommer. Ask by when they can send them.",
    null,
    ['I am calling to order the X-rays of our patient Lea Sommer.', 'By when can you send them?'],
  ],
  [
    "Hi Mia, could you please give Jan Kovac a ring and let him know that his bike is done? It needs a new chain. We'd like his okay to order it. He can reach Sam at 0171 2345678. Thanks!",
    'Jan Kovac',
    [
      'I am calling to tell you that your bike is done.',
      'It needs a new chain.',
      'May we have your okay to order it?',
      'You can reach Sam at 0171 2345678.',
    ],
  ],
  [
    "We have two openings: Monday 9:15 and Friday 14:00. Patient Ada von Thal is on the list. Ask which one she'd take. If none suits, she stays on the list.",
    'Ada von Thal',
    [
      'I am calling to tell you that we have two openings: Monday 9:15 and Friday 14:00.',
      'You are on the list.',
      'Which one would you take?',
      'no: You stay on the list.',
    ],
  ],
  [
    'Please contact Ms. Lund regarding her overdue library books. She can return them until Friday; after that it is €1 per day. Ask if she can bring them back. If she has lost one, tell her to contact the front desk.',
    'Ms. Lund',
    [
      'I am calling about your overdue library books.',
      'You can return them until Friday.',
      'After that it is €1 per day.',
      'Can you bring them back?',
    ],
  ],
  [
    'Your job: collect feedback. Questions:\n* On a scale of 1-5, how easy was it?\n* Can we call again?\nIf they rate it below 3, apologise.',
    null,
    ['I have two short questions for you.', 'On a scale of 1-5, how easy was it?', 'Can we call again?'],
  ],
  [
    "Ask Mr. and Mrs. Tan if they'd like to renew (39,90 € a month).",
    'Mr. and Mrs. Tan',
    ['I am calling with a short question.', 'Would you like to renew (39,90 € a month)?'],
  ],
  [
    "We need to move Elif's lesson on Friday. Offer her Saturday 10:00.",
    'Elif',
    [
      'I am calling to move your lesson on Friday.',
      'We could offer you Saturday 10:00. Would that suit you?',
    ],
  ],
  [
    'Tell the kindergarten that Finn Abel is sick. Ask if they need a note.',
    null,
    ['I am calling to tell you that Finn Abel is sick.', 'Do you need a note?'],
  ],
  [
    'Book a haircut for Alex for Tuesday after 5pm at Salon Bella. Name: Alex Moreno. If they ask for a phone number give +49 151 0000000.',
    null,
    [
      'I am calling to book a haircut for Alex for Tuesday after 5pm at Salon Bella.',
      'Would that be possible?',
    ],
  ],
  [
    "Mrs. Ray's test results are in. The doctor would like to see her this week. Please arrange a time.",
    'Mrs. Ray',
    [
      'I am calling to tell you that your test results are in.',
      'The doctor would like to see you this week.',
      'I would like to arrange a time.',
      'Which day and time would suit you?',
    ],
  ],
  [
    'The bus will not run tomorrow. Inform the family of Yasin Kaya and ask whether they need the care group (7:30-16:00).',
    'the family of Yasin Kaya',
    [
      'I am calling to tell you that the bus will not run tomorrow.',
      'Do you need the care group (7:30-16:00)?',
    ],
  ],
  [
    'Remind Mr. Dahl politely that quiet hours start at 10 p.m. Ask whether he has anything to say about it.',
    'Mr. Dahl',
    ['I am calling to tell you that quiet hours start at 10 p.m.', 'Do you have anything to say about it?'],
  ],
  [
    'Verify the address of order #9921: Hauptstr. 5, 10115 Berlin. Customer name: Ina Wolf. If it is wrong, get the right one.',
    'Ina Wolf',
    [
      'I am calling with a short question.',
      'Can you confirm the address of order 9921: Hauptstr. 5, 10115 Berlin?',
      'no: May I have the right one?',
    ],
  ],
  [
    "You're calling on behalf of Dr. Stein. Cancel the 3 pm appointment of Gerda Holt today. Say we'll send her a new date.",
    'Gerda Holt',
    ['I am calling to cancel your 3 pm appointment today.', "We'll send you a new date."],
  ],
  [
    'Reminder:\n\n• Vet appointment for Bello\n• Owner: Sara Frank\n• Mon 23.11. 16:15\n• bring the card\n\nPlease confirm.',
    'Sara Frank',
    [
      'I am calling about the following: Vet appointment for Bello, Mon 23.11. 16:15, bring the card.',
      'Can you confirm?',
    ],
  ],
  [
    'Ask how many people will come and whether anybody has allergies.',
    null,
    ['I have two short questions for you.', 'How many people will come?', 'Does anybody have allergies?'],
  ],
  ['Remind her', null, ['I was asked to call you, but nobody told me what about.', 'Is that all right?']],
  [
    'Confirm delivery address with customer',
    null,
    ['I am calling with a short question.', 'Can you confirm the delivery address?'],
  ],
  [
    'Invite Noor to the open day',
    'Noor',
    ['We would like to invite you to the open day.', 'Would you like to come?'],
  ],
];

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
  test.each([...cases, ...harder])('%s', (instructions, party, steps) => {
    expect(show(instructions)).toMatchObject({ party, steps: expect.arrayContaining([...steps]) });
    expect(show(instructions).steps.slice(0, 1)).toEqual(steps.slice(0, 1));
  });
});

test('what stands in no order is known, and told to whoever asks', () => {
  const { facts } = readScript(
    'Remind the guest of the table for four. The kitchen closes at 10 p.m. If they ask about parking, say that there is a garage next door.',
    'The Anchor',
  );
  expect(facts).toEqual(
    expect.arrayContaining(['The kitchen closes at 10 p.m.', 'There is a garage next door.']),
  );
});

test('a case of another matter is not told with the answer to the question before it', () => {
  const { steps } = show('Ask if she can come. If she has lost the card, tell her to ring the shop.');
  expect(steps).not.toContain('yes: Please ring the shop.');
});

test('says something sensible about any text at all', () => {
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
