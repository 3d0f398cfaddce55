import { describe, expect, test } from 'vitest';
import { found, hello, inbound, outbound } from '../../../../testing/scripted-agent/detected-follow-ups.ts';

describe('FU1 the reasons of a follow-up', () => {
  test.each<[string, string, string]>([
    [
      'I would like to make an appointment, please.',
      'appointment',
      'Wants an appointment: “I would like to make an appointment, please”.',
    ],
    [
      'Do you have an appointment next Tuesday morning?',
      'appointment',
      'Wants an appointment: next Tuesday morning.',
    ],
    ['I need to move my appointment to Friday at ten.', 'reschedule', 'Wants another time: Friday at ten.'],
    [
      "I'm afraid I can't come on Monday.",
      'reschedule',
      "Wants another time: “I'm afraid I can't come on Monday”.",
    ],
    [
      'I have to cancel my appointment tomorrow.',
      'message',
      'Wants to cancel: “I have to cancel my appointment tomorrow”.',
    ],
    [
      'Could somebody call me back, please?',
      'callback',
      'Wants to be called back: “Could somebody call me back, please?”',
    ],
    ['Please call me tomorrow at 10:00.', 'callback', 'Wants to be called back: tomorrow at 10:00.'],
    [
      'Can you tell the doctor that the pills help?',
      'message',
      'Left a message: “Can you tell the doctor that the pills help?”',
    ],
    ['I missed a call from you.', 'message', 'Left a message: “I missed a call from you”.'],
    ['Can I speak to Dr. Ito, please?', 'person', 'Asked for Dr. Ito.'],
    ['Is Anna Weber there?', 'person', 'Asked for Anna Weber.'],
    ['I want to talk to a human.', 'person', 'Asked for a person: “I want to talk to a human”.'],
  ])('%s → %s', (said, reason, what) => {
    expect(inbound(said, 'I see.', 'Thanks.')).toEqual([
      expect.objectContaining({ reason, what, urgentWhy: null, entry: 1 }),
    ]);
  });

  test.each([
    'What are your opening hours?',
    'Can you tell me your opening hours?',
    'I was told to call back.',
    'I can see the problem.',
    'I have an appointment on Tuesday. Where can I park?',
    'I would like to confirm my appointment.',
    'You can call me Ann.',
    "I'll call you back tomorrow.",
    "You don't need to call me back.",
    'There is no need to move it.',
    'Please do not call me again.',
    'Thank you, that is all.',
  ])('%s asks for nothing', (said) => {
    expect(inbound(said, 'Of course.', 'Goodbye.')).toEqual([]);
  });

  test.each<[string, string[], string, number]>([
    [
      'another day, as it was said later',
      [
        'Does Monday still suit you?',
        'I am afraid I cannot make it that day. Can we move it?',
        'Which day would be better?',
        'Thursday in the afternoon.',
        'Thank you.',
      ],
      'Wants another time: Thursday in the afternoon.',
      1,
    ],
    [
      'a day that does not suit',
      ['Does Monday suit you?', 'No, that day does not work for me.', 'I see.'],
      'Wants another time: “No, that day does not work for me”.',
      1,
    ],
    [
      'a bad moment',
      [
        'Do you have a minute?',
        'I am driving.',
        'I understand. When would be a better time to call?',
        'Tomorrow at 11:30.',
        'Goodbye.',
      ],
      'Wants to be called back: Tomorrow at 11:30.'.replace('Tomorrow', 'tomorrow'),
      3,
    ],
    [
      'what is passed on',
      ['Will you come?', 'Yes. The stairs are broken, by the way.', 'I see, I will pass that on.', 'Fine.'],
      'Passed on: “Yes. The stairs are broken, by the way”.',
      1,
    ],
  ])('on a call that was placed: %s', (_, turns, what, entry) => {
    expect(outbound(turns)).toEqual([expect.objectContaining({ what, entry })]);
  });

  test.each([
    ['I want to cancel and get another appointment.', 'reschedule'],
    ['Please cancel an appointment for me.', 'message'],
    ['I got your voicemail, please call me back.', 'callback'],
  ])('of a caller: %s → %s', (said, reason) => {
    expect(inbound(said, 'I see.').map((row) => row.reason)).toEqual([reason]);
  });

  test('whoever is called and has to talk to somebody first asks for nobody', () => {
    expect(outbound(['Will you come?', 'I have to talk to Mike first.', 'Goodbye.'])).toEqual([]);
  });

  test('a call that was placed and confirmed leaves nothing to do', () => {
    expect(
      outbound(['Will you come on Monday?', 'Yes, I will be there.', 'Thank you. Goodbye.', 'Goodbye.']),
    ).toEqual([]);
  });

  test('the answer to what the desk is to be told is the message', () => {
    const turns = [
      hello,
      'Hello.',
      'What should I tell the desk?',
      'The lift is out of order.',
      'Thank you.',
    ];
    expect(found(turns)).toEqual([
      expect.objectContaining({
        reason: 'message',
        what: 'Left a message: “The lift is out of order”.',
        entry: 3,
      }),
    ]);
  });

  test('a promise of the agent where nothing else was asked for', () => {
    const turns = [hello, 'Er, the thing with the thing.', 'Somebody from the desk will call you. Goodbye.'];
    expect(found(turns)).toEqual([
      {
        reason: 'promise',
        urgentWhy: null,
        what: 'Promised: “Somebody from the desk will call you”.',
        entry: 1,
        dueAt: null,
      },
    ]);
    expect(found([hello, 'Stop.', 'I understand. We will not call you again.'])).toEqual([]);
    expect(found([hello, 'I will ring you.', 'All right, we will wait for your call.'])).toEqual([]);
  });

  test('a caller’s matter with a promise is a message; without one it was answered', () => {
    const matter = 'There is a problem with my invoice.';
    expect(found([hello, matter, 'The desk will call you back about it.', 'Thanks.'])).toEqual([
      expect.objectContaining({
        reason: 'message',
        what: 'Left a message: “There is a problem with my invoice”.',
        entry: 1,
      }),
    ]);
    expect(found([hello, matter, 'It was sent twice by mistake.', 'Thanks.'])).toEqual([]);
  });

  test('a question without an answer, from the list of questions or by the agent’s own words', () => {
    const turns = [
      hello,
      'Hi there.',
      'Hello.',
      'Do you take Delta Dental?',
      'I do not know that, but somebody from the desk will call you back.',
      'Thanks.',
    ];
    const row = {
      reason: 'question',
      urgentWhy: null,
      what: 'Asked: “Do you take Delta Dental?”',
      entry: 3,
      dueAt: null,
    };
    expect(found(turns)).toEqual([row]);
    expect(found(turns, { unanswered: ['Do you take Delta Dental?'] })).toEqual([row]);
    expect(found(turns, { unanswered: ['Do you take Delta Dental?', 'And Aetna?'] })).toEqual([
      { ...row, what: 'Asked: “Do you take Delta Dental?” (and 1 more)' },
    ]);
  });

  test('a transfer that failed, with whom was asked for', () => {
    const turns = [
      hello,
      'Please put me through to Dr. Ito.',
      'One moment.',
      'note: The call could not be transferred.',
      'Okay.',
      'I am sorry.',
    ];
    expect(found(turns, { transferFailed: true })).toEqual([
      expect.objectContaining({
        reason: 'transfer_failed',
        what: 'Could not be connected with Dr. Ito.',
        entry: 1,
      }),
    ]);
    expect(found([hello, 'Hm.', 'One moment.'], { transferFailed: true })).toEqual([
      expect.objectContaining({ reason: 'transfer_failed', what: 'Could not be connected: “Hm”.', entry: 1 }),
    ]);
  });

  test('whoever was connected with a person has been listened to', () => {
    const turns = [hello, 'My tooth hurts. Put me through to Dr. Ito.', 'One moment.'];
    expect(found(turns, { reason: 'transferred' })).toEqual([]);
  });

  test('a machine asks for nothing', () => {
    const greeting =
      'This is the practice of Dr. Gray. We cannot take your call. If this is an emergency call 911. Please leave a message after the tone.';
    expect(outbound(['Hello.', greeting])).toEqual([]);
    expect(
      outbound(['Hello.', 'In an emergency call the hospital.', 'Hm.'], { reason: 'voicemail' }),
    ).toEqual([]);
  });

  test('an unconfirmed wish not to be called stands beside what else was asked', () => {
    const turns = [hello, 'I need an appointment.', 'Yes?', 'And take me off your list.', 'I understand.'];
    expect(found(turns, { optOutUnconfirmed: true }).map(({ reason, entry }) => [reason, entry])).toEqual([
      ['appointment', 1],
      ['opt_out_unconfirmed', 3],
    ]);
  });

  test('whoever does not want to be called is not called back', () => {
    const turns = ['Hello.', 'Stop calling, this is ridiculous.', 'Somebody will call you to confirm.'];
    expect(outbound(turns, { reason: 'do_not_call' })).toEqual([]);
    expect(outbound([...turns, 'My tooth hurts.'], { reason: 'do_not_call' })).toEqual([
      expect.objectContaining({ reason: 'callback', urgentWhy: 'pain' }),
    ]);
  });

  test('what was taken back is not asked for', () => {
    expect(
      inbound('I need an appointment.', 'Of course.', 'Never mind, I will come by.', 'Goodbye.'),
    ).toEqual([]);
  });
});

describe('FU2 one thing to do is one follow-up', () => {
  test('of several requests of a call the first in the order of reasons counts', () => {
    const turns = [
      hello,
      'I need an appointment. And please call me back.',
      'The desk will call you back to confirm.',
      'Let me talk to a person.',
      'I cannot connect you from here.',
    ];
    expect(found(turns).map(({ reason, entry }) => [reason, entry])).toEqual([['person', 3]]);
  });

  test('a question nobody could answer and the call back that was promised for it are one', () => {
    const turns = [
      hello,
      'Is there a lift?',
      'I do not know that, but somebody from the desk will call you back.',
      'Please call me back tomorrow at 11:30.',
      'The desk will call you back.',
    ];
    const [row, ...others] = found(turns);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ reason: 'question', entry: 1, dueAt: new Date('2026-03-03T16:30:00Z') });
  });

  test('a question and an appointment are two', () => {
    const turns = [
      hello,
      'Is there a lift?',
      'I do not know that.',
      'I need an appointment on Friday.',
      'Thank you.',
    ];
    expect(found(turns).map(({ reason }) => reason)).toEqual(['appointment', 'question']);
  });
});

test('hostile texts are read within ten seconds', () => {
  const hostile = [
    'no '.repeat(5_000),
    'call '.repeat(4_000),
    'i will '.repeat(3_000),
    'a, '.repeat(5_000),
    '“'.repeat(9_000),
  ];
  const long = Array.from({ length: 600 }, (_, at) =>
    at % 2 ? 'Please call me back tomorrow at ten, it hurts.' : 'When should I call? The desk will call you.',
  );
  const started = performance.now();
  found(long);
  for (const text of hostile) {
    inbound(text, text, text);
    outbound([text, text, text]);
  }
  expect(performance.now() - started).toBeLessThan(10_000);
});
