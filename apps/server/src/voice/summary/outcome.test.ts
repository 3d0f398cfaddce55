import { describe, expect, test } from 'vitest';
import { polarityOf } from '../../lib/answer-polarity.ts';
import type { SpokenEntry, SummaryMaterial } from '../../ports/voice-summary.ts';
import { outcomeOf } from './outcome.ts';

/** A call in which agent and other party take turns, the agent first. */
function call(turns: readonly string[], changes: Partial<SummaryMaterial> = {}): SummaryMaterial {
  return {
    agentName: 'Elm Street Dental',
    direction: 'outbound',
    instructions: null,
    reason: null,
    startedAt: new Date('2026-03-02T15:00:00Z'),
    timeZone: 'America/New_York',
    transcript: turns.map(
      (message, turn): SpokenEntry => ({
        speaker: turn % 2 === 0 ? 'agent' : 'user',
        message,
        interrupted: false,
      }),
    ),
    ...changes,
  };
}

const hello = ['Hello, this is the AI assistant of Elm Street Dental.', 'Hello?'] as const;
const asks = 'I am calling to remind you of the cleaning. Does the time still suit you?';

describe('the outcome is the answer to the main matter', () => {
  test.each<[string, string[], string]>([
    [
      'a confirmation, whatever politeness follows',
      [asks, 'Yes, that is fine.', 'It takes an hour. Is that all right?', 'All right, thanks.', 'Goodbye.'],
      'The other party confirmed: “Yes, that is fine.”',
    ],
    [
      'another day, as the agent noted it',
      [
        asks,
        'No, I have to work. Could we do Friday?',
        'At what time on Friday?',
        'Around two.',
        'Thank you, I have noted Friday around two. It takes an hour. Is that all right?',
        'Fine.',
        'Good. Goodbye.',
      ],
      'The other party cannot make it and prefers Friday around two.',
    ],
    [
      'another day, as they said it',
      [asks, 'No, sorry.', 'Which day would be better?', 'Tuesday, I think.', 'Goodbye.'],
      'The other party cannot make it and prefers “Tuesday, I think.”',
    ],
    ['no other day', [asks, 'No, I cannot come.', 'I see. Goodbye.'], 'cannot make it: “No, I cannot come.”'],
    [
      'something noted about another question is no wish',
      [asks, 'No.', 'I see. Who is your doctor?', 'Blake.', 'Thank you, I have noted Blake. Goodbye.'],
      'The other party cannot make it: “No.”',
    ],
    [
      'a no that is not about coming',
      ['Do you have any allergies we know of? Are you taking medicine?', 'No.', 'Goodbye.'],
      'The other party said no to “Are you taking medicine?”',
    ],
    [
      'the later of two answers to the same question',
      [asks, 'Where can I park?', 'Behind the house. Does the time still suit you?', 'Sure.', 'Goodbye.'],
      'The other party said yes to “Does the time still suit you?”',
    ],
    [
      'an answer that is neither is left to the reader',
      [asks, 'Let me ask my wife.', 'Goodbye.'],
      'Asked “Does the time still suit you?”, the other party said: “Let me ask my wife.”',
    ],
    [
      'an open question',
      ['When will you pay it?', 'On Friday.', 'Thank you, I have noted Friday. Goodbye.'],
      'Asked “When will you pay it?”, the other party said: “On Friday.”',
    ],
    [
      'a bad moment',
      [asks, 'I am driving.', 'When would be a better time to call?', 'After seven.', 'Goodbye.'],
      'When to call again: “After seven.”',
    ],
    [
      'a message',
      ['We are closed on Friday. Is that all right?', 'Thanks for telling me.', 'Goodbye.'],
      'To the message the other party said: “Thanks for telling me.”',
    ],
    [
      'nobody by that name',
      ['Am I speaking with Jo Sample?', 'No.', 'I am sorry, then I have the wrong number. Goodbye.'],
      'The agent closed with: “I am sorry, then I have the wrong number.”',
    ],
  ])('%s', (_, turns, outcome) => {
    expect(outcomeOf(call([...hello, ...turns]))).toContain(outcome);
  });

  test('of a call that came in: what was read back and confirmed, or how they began', () => {
    const inbound = { direction: 'inbound' } as const;
    const begin = ['Hello. How can I help you?', 'I need a cleaning on Monday.'];
    const back = 'So that is a cleaning for Jo Sample, on Monday at ten. Is that right?';
    expect(outcomeOf(call([...begin, back, 'Yes.', 'Goodbye.'], inbound))).toBe(
      'The other party asked for a cleaning for Jo Sample, on Monday at ten.',
    );
    expect(outcomeOf(call([...begin, back, 'No, forget it.', 'Goodbye.'], inbound))).toBe(
      'The other party called and said: “I need a cleaning on Monday.”',
    );
  });
});

test.each([
  ['Yes, I will be there.', 'yes'],
  ['Monday at four is good.', 'yes'],
  ['I am afraid I cannot make it that day. Can we move it?', 'no'],
  ['No, Thursday at ten would be better.', 'no'],
  ["Sorry, I can't.", 'no'],
  ['No problem.', 'open'],
  ['No, that is fine.', 'open'],
  ['Yes, but not at nine.', 'open'],
  ['Maybe. That would be good if I find a sitter.', 'open'],
  ['Who is this?', 'open'],
  ['Would nine be okay?', 'open'],
])('“%s” is %s', (answer, leaning) => {
  expect(polarityOf(answer)).toBe(leaning);
});
