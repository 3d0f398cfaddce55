import { expect, test } from 'vitest';
import { showScript } from '../../../../testing/scripted-agent/instructions/show-script.ts';

/** Instructions from other industries, in other styles of writing. */
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
  [
    '## Role\nYou are Anna.\n\n## Goal\nWin back a customer who has been away.\n\n## Steps\n1. Greet the customer by name (Herr Otto Rahn).\n2. Say that his car is due.\n3. Offer Tuesday 8:00 or Thursday 13:30.\n4. Confirm the choice and thank him.',
    'Herr Otto Rahn',
    [
      'I am calling to tell you that your car is due.',
      'We could offer you Tuesday 8:00 or Thursday 13:30. Would one of those suit you?',
    ],
  ],
  [
    "Hey, so basically our cleaner can't come tomorrow – she's sick. Could you let Mrs Whit know, say sorry from us, and see if Friday works for her instead? If she insists on tomorrow tell her we'll call her back.",
    'Mrs Whit',
    [
      "I am calling to tell you that our cleaner can't come tomorrow – she's sick.",
      'We apologise.',
      'Does Friday work for you instead?',
      "no: We'll call you back.",
    ],
  ],
  [
    'Patient: Mr. Moe. Reason: lab results normal. Next check-up in 12 months. Call to inform.',
    'Mr. Moe',
    [
      'I am calling about the following: lab results normal, Next check-up in 12 months.',
      'Is that all right?',
    ],
  ],
  [
    'Please phone Gasthof Adler, reserve 2 rooms from 14. to 17. Mai for Familie Huber, and ask about the price and if dogs are allowed.',
    null,
    [
      'I am calling to reserve 2 rooms from 14. to 17. Mai for Familie Huber.',
      'Would that be possible?',
      'What can you tell me about the price?',
      'Are dogs allowed?',
    ],
  ],
  [
    'Check with Mr. Roux if he received our quote (4.350 €) and whether he has any questions. If he wants changes, tell him that Ms. Berg will call him.',
    'Mr. Roux',
    [
      'I have two short questions for you.',
      'Could you tell me whether you received our quote (4.350 €)?',
      'Do you have any questions?',
    ],
  ],
  [
    'Find out if the flat is still available and when I could come to see it. My name is Julia Stern.',
    null,
    ['I have two short questions for you.', 'Is the flat still available?', 'When could I come to see it?'],
  ],
  [
    'Mr. Ames missed his appointment yesterday. Ask him why and offer a new one.',
    'Mr. Ames',
    [
      'I am calling because you missed your appointment yesterday.',
      'Could you tell me why?',
      'We could offer you a new one. Would that suit you?',
    ],
  ],
  [
    'Wake-up call for room 214, Mr. Haddad. It is 6:30.',
    'Mr. Haddad',
    ['I am calling to tell you that it is 6:30.', 'Is that all right?'],
  ],
  [
    'Call Pia Vogel at the request of her sister: the dinner is moved from 18:00 to 19:30. Ask what she will bring.',
    'Pia Vogel',
    ['I am calling to tell you that the dinner is moved from 18:00 to 19:30.', 'What will you bring?'],
  ],
  [
    'Inform all subscribers that issue 12 is delayed. Ask if they mind.',
    null,
    ['I am calling to tell you that issue 12 is delayed.'],
  ],
  [
    'Interview scheduling: candidate Fatima El-Amin, position: nurse. Propose Mon 7 Dec 10:00 or Tue 8 Dec 14:00.',
    'Fatima El-Amin',
    [
      'I am calling with a short question.',
      'We could offer you Mon 7 Dec 10:00 or Tue 8 Dec 14:00. Would one of those suit you?',
    ],
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

test.each(harder)('%s', (instructions, party, steps) => {
  const read = showScript(instructions);
  expect(read).toMatchObject({ party, steps: expect.arrayContaining([...steps]) });
  expect(read.steps.slice(0, 1)).toEqual(steps.slice(0, 1));
});
