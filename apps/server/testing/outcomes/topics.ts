import type { OutcomeField } from '@parley/contract';
import type { SeededRandom } from '../faults/seeded-random.ts';
import { oneOf } from './one-of.ts';
import { type Calendar, dayWords, timeWords } from './said-dates.ts';

/** What somebody says to a question, and what is true then; null where it says nothing that could be stored. */
export interface Reply {
  readonly said: string;
  readonly truth: boolean | number | string | null;
}

export interface Topic {
  readonly field: Omit<OutcomeField, 'required'>;
  readonly questions: readonly string[];
  reply(random: SeededRandom, calendar: Calendar): Reply;
}

const agreement = [
  'Yes.',
  'Yes, please.',
  'Yeah, sure.',
  'Of course.',
  'Yes, that is right.',
  'Sure.',
  'Yes, absolutely.',
  'Certainly.',
];
const refusal = [
  'No.',
  'No, sorry.',
  'Nope.',
  'No, not yet.',
  'Unfortunately not.',
  "No, I don't.",
  'No, thank you.',
];
const undecided = [
  'I am not sure.',
  'Maybe.',
  'Let me ask my wife.',
  'It depends.',
  'I would have to check.',
  'Why do you ask?',
  'What do you mean?',
  'Sorry, could you repeat that?',
];

function yesNo(
  id: string,
  label: string,
  description: string,
  questions: readonly string[],
  more: { yes?: readonly string[]; no?: readonly string[]; neither?: readonly string[] } = {},
): Topic {
  return {
    field: { id, label, type: 'yes_no', description, choices: [] },
    questions,
    reply(random) {
      switch (random.weighted({ yes: 5, no: 3, open: 1 })) {
        case 'yes':
          return { said: oneOf(random, [...agreement, ...(more.yes ?? [])]), truth: true };
        case 'no':
          return { said: oneOf(random, [...refusal, ...(more.no ?? [])]), truth: false };
        case 'open':
          return { said: oneOf(random, [...undecided, ...(more.neither ?? [])]), truth: null };
      }
    },
  };
}

const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

function counted(
  id: string,
  label: string,
  description: string,
  questions: readonly string[],
  most: number,
  forms: readonly ((words: string, digits: number) => string)[],
  vague: readonly string[],
): Topic {
  return {
    field: { id, label, type: 'number', description, choices: [] },
    questions,
    reply(random) {
      if (random.happens(0.12)) return { said: oneOf(random, vague), truth: null };
      const value = random.between(1, most);
      return { said: oneOf(random, forms)(numberWords[value] ?? String(value), value), truth: value };
    },
  };
}

function chosen(
  id: string,
  label: string,
  description: string,
  choices: readonly string[],
  questions: readonly string[],
  vague: readonly string[],
): Topic {
  const forms = [
    (name: string) => `${name}, please.`,
    (name: string) => `The ${name.toLowerCase()}.`,
    (name: string) => `I would like the ${name.toLowerCase()}.`,
    (name: string) => `${name.toLowerCase()}`,
    (name: string) => `I think the ${name.toLowerCase()} is best for us.`,
  ];
  return {
    field: { id, label, type: 'choice', description, choices: [...choices] },
    questions,
    reply(random) {
      if (random.happens(0.15)) return { said: oneOf(random, vague), truth: null };
      const value = oneOf(random, choices);
      return { said: oneOf(random, forms)(value), truth: value };
    },
  };
}

function dated(id: string, label: string, description: string, questions: readonly string[]): Topic {
  return {
    field: { id, label, type: 'date', description, choices: [] },
    questions,
    reply: (random, calendar) => {
      const { said, day } = dayWords(random, calendar);
      return { said, truth: day };
    },
  };
}

function timed(id: string, label: string, description: string, questions: readonly string[]): Topic {
  return {
    field: { id, label, type: 'time', description, choices: [] },
    questions,
    reply: (random) => {
      const { said, time } = timeWords(random);
      return { said, truth: time };
    },
  };
}

function told(
  id: string,
  label: string,
  description: string,
  questions: readonly string[],
  answers: readonly string[],
  nothing: readonly string[],
): Topic {
  return {
    field: { id, label, type: 'text', description, choices: [] },
    questions,
    reply(random) {
      if (random.happens(0.2)) return { said: oneOf(random, nothing), truth: null };
      const said = oneOf(random, answers);
      return { said, truth: said };
    },
  };
}

/** What calls of several trades ask for. */
export const topics: readonly Topic[] = [
  yesNo(
    'confirmed',
    'Appointment confirmed',
    'Yes if the time still suits.',
    ['Does the time still suit you?', 'Can you confirm the appointment?'],
    {
      yes: ['Yes, that is fine.', 'Yes, I will be there.', 'That works for me.', 'Sure, I will come.'],
      no: ['No, I have to work then.', "I'm afraid I can't make it.", "No, that doesn't suit me."],
      neither: ['Where was it again?', 'I might be late.'],
    },
  ),
  yesNo('insured', 'Has dental insurance', 'Whether they have a dental insurance.', [
    'Do you have dental insurance?',
    'Are you covered by a dental insurance?',
  ]),
  yesNo(
    'paid',
    'Invoice paid',
    'Whether the invoice has been paid.',
    ['Have you already paid the invoice?', 'Has the invoice been paid?'],
    {
      neither: [
        'Write down that I paid.',
        'Put in your notes that it is paid.',
        'Just mark it as paid, yes.',
        'Note that I have paid, yes.',
      ],
    },
  ),
  yesNo('pets', 'Brings a pet', 'Whether a pet comes along.', ['Will you bring a pet?']),
  yesNo('key', 'Key is there', 'Whether somebody is there to hand over the key.', [
    'Will somebody be there to hand over the key?',
  ]),
  counted(
    'satisfaction',
    'Satisfaction',
    'From one to ten.',
    ['How satisfied were you, on a scale from one to ten?'],
    10,
    [
      (words) => `I would say ${words}.`,
      (words) => `${words}.`,
      (_, digits) => `${digits} out of 10.`,
      (words) => `${words} out of ten.`,
      (_, digits) => `A ${digits}.`,
    ],
    ['It was all right.', 'Between six and eight.', 'Around seven.', 'I cannot say.'],
  ),
  counted(
    'guests',
    'Number of guests',
    'How many people come.',
    ['How many guests will there be?', 'How many people are coming?'],
    12,
    [
      (words) => `${words}.`,
      (words) => `There will be ${words} of us.`,
      (_, digits) => `${digits} people.`,
      (words) => `We are ${words}.`,
    ],
    ['A few.', 'Five or six.', 'I have to count them.', 'About ten.'],
  ),
  counted(
    'rooms',
    'Rooms to clean',
    'How many rooms are to be cleaned.',
    ['How many rooms do we clean?'],
    9,
    [(words) => `${words} rooms.`, (words) => `${words}, and the kitchen.`, (_, digits) => `${digits}.`],
    ['All of them.', 'At least three.'],
  ),
  chosen(
    'reason',
    'Reason for the visit',
    '',
    ['Cleaning', 'Check-up', 'Consultation'],
    ['What is the reason for the visit, a cleaning, a check-up or a consultation?'],
    ['I do not know yet.', 'A cleaning or a check-up.', 'Neither of them.'],
  ),
  chosen(
    'room',
    'Kind of room',
    'Which room they want.',
    ['Single room', 'Double room', 'Suite'],
    [
      'Which room would you like, a single room, a double room or the suite?',
      'Would you like a single room, a double room or the suite?',
    ],
    ['Which one is cheaper?', 'Not the suite.', 'Whatever is free.'],
  ),
  chosen(
    'channel',
    'Channel',
    'How they want to hear from us.',
    ['Email', 'Letter', 'Text message'],
    ['How do you want to hear from us, by email, letter or text message?'],
    ['Better not at all.', 'Email or text message.'],
  ),
  dated('other-day', 'Preferred day', 'The day on which they would rather come.', [
    'Which day would be better?',
    'What day would you prefer?',
  ]),
  dated('payment-date', 'Payment date', 'When the invoice will be paid.', [
    'When will you pay the invoice?',
    'On what date will you pay?',
  ]),
  dated('arrival', 'Day of arrival', '', ['What day will be your arrival?']),
  timed('other-time', 'Preferred time', 'The time at which they would rather come.', [
    'What time would you prefer?',
    'At what time would you rather come?',
  ]),
  timed('pickup', 'Time of the pickup', '', ['What time is good for the pickup?']),
  told(
    'suggestion',
    'Suggestion',
    'What we could do better.',
    ['What could we do better?'],
    [
      'The waiting room was rather cold.',
      'You could answer the phone faster.',
      'Longer hours on Saturdays would help.',
      'The signs in the hall are hard to read.',
    ],
    ['Nothing, really.', 'I do not know.', 'What do you mean?', 'No idea.'],
  ),
  told(
    'allergies',
    'Allergies',
    'Which allergies they have.',
    ['Which allergies do you have?'],
    ['Penicillin and nuts.', 'Only pollen, in spring.', 'Latex.', 'I am allergic to cats.'],
    ['None.', 'Why do you ask?', 'None that I know of.'],
  ),
];
