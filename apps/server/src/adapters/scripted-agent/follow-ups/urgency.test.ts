import { describe, expect, test } from 'vitest';
import { found, hello, inbound, outbound } from '../../../../testing/scripted-agent/detected-follow-ups.ts';

describe('FU3 what is urgent', () => {
  test.each<[string, string, string]>([
    ['pain', 'My tooth hurts badly.', 'In pain: “My tooth hurts badly”.'],
    ['pain', "No, it's bleeding.", "In pain: “No, it's bleeding”."],
    ['pain', "I don't know, my cheek is swollen.", "In pain: “I don't know, my cheek is swollen”."],
    [
      'pain',
      'I had pain last week and it still hurts.',
      'In pain: “I had pain last week and it still hurts”.',
    ],
    ['pain', 'Is it normal that my tooth hurts?', 'In pain: “Is it normal that my tooth hurts?”'],
    ['pain', 'Ich habe starke Zahnschmerzen.', 'In pain: “Ich habe starke Zahnschmerzen”.'],
    ['pain', 'Mein Zahn tut sehr weh.', 'In pain: “Mein Zahn tut sehr weh”.'],
    ['pain', 'Me duele mucho.', 'In pain: “Me duele mucho”.'],
    ['pain', "J'ai très mal.", "In pain: “J'ai très mal”."],
    ['emergency', 'This is an emergency!', 'Emergency: “This is an emergency!”'],
    ['emergency', 'Es ist ein Notfall.', 'Emergency: “Es ist ein Notfall”.'],
    ['emergency', "C'est une urgence.", "Emergency: “C'est une urgence”."],
    ['angry', 'This is the third time I am calling!', 'Angry: “This is the third time I am calling!”'],
    ['angry', 'You will hear from my lawyer.', 'Angry: “You will hear from my lawyer”.'],
    ['angry', 'Shut up.', 'Angry: “Shut up”.'],
  ])('%s: %s', (urgentWhy, said, what) => {
    expect(inbound(said, 'I see.')).toEqual([{ reason: 'callback', urgentWhy, what, entry: 1, dueAt: null }]);
  });

  test.each([
    'There is no pain at all.',
    "It doesn't really hurt.",
    'I am not in any real pain.',
    'No more swelling, thanks.',
    'Ich habe keine Schmerzen mehr.',
    'No tengo dolor.',
    "Je n'ai pas de douleur.",
    'I was in pain last year.',
    'The pain is gone.',
    'Does the cleaning hurt?',
    'I have no complaints.',
    'I am painting the kitchen.',
    'I need a lawyer for a contract.',
  ])('not: %s', (said) => {
    expect(inbound(said, 'I see.').filter(({ urgentWhy }) => urgentWhy !== null)).toEqual([]);
  });

  test('a yes to a question about pain, and not a no', () => {
    const turns = (answer: string) => [hello, 'Hello.', 'Are you in pain?', answer, 'I see.'];
    expect(found(turns('Yes.'))).toEqual([expect.objectContaining({ urgentWhy: 'pain', entry: 3 })]);
    expect(found(turns('Ja.'))).toEqual([expect.objectContaining({ urgentWhy: 'pain' })]);
    expect(found(turns('No.'))).toEqual([]);
  });

  test('words of the agent make nothing urgent', () => {
    expect(
      inbound('Hello.', 'If this is an emergency, please hang up and call the emergency number.', 'Bye.'),
    ).toEqual([]);
  });

  test('swearing counts only of somebody who calls', () => {
    expect(outbound(['Hello.', 'Piss off.', 'Goodbye.'])).toEqual([]);
  });

  test('a person asked for today', () => {
    expect(inbound('I need to talk to a person right now.', 'I see.')).toEqual([
      expect.objectContaining({ reason: 'person', urgentWhy: 'person_today' }),
    ]);
  });

  test('pain makes the request urgent and leads to where it was said', () => {
    const turns = [
      hello,
      'I need an appointment.',
      'What is it for?',
      'My tooth hurts.',
      'Which day?',
      'Next Tuesday morning.',
      'Thanks.',
    ];
    expect(found(turns)).toEqual([
      {
        reason: 'appointment',
        urgentWhy: 'pain',
        what: 'In pain: “My tooth hurts”. Wants an appointment: next Tuesday morning.',
        entry: 3,
        dueAt: null,
      },
    ]);
  });

  test('pain with a call back that the agent promised is one call back', () => {
    expect(found([hello, 'It hurts.', 'I will ask the desk to call you back.', 'Thanks.'])).toEqual([
      { reason: 'callback', urgentWhy: 'pain', what: 'In pain: “It hurts”.', entry: 1, dueAt: null },
    ]);
  });

  test('what to do is never longer than the column', () => {
    const long = `My tooth hurts ${'so very much '.repeat(40)}and I need an appointment ${'please '.repeat(40)}.`;
    const [row] = inbound(long, 'I see.');
    expect(row?.what.length).toBeLessThanOrEqual(200);
    expect(row?.what).toMatch(/^In pain: “My tooth hurts .*…” Wants an appointment/);
  });
});
