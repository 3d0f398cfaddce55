import { expect, test } from 'vitest';
import { isPersonReached } from './reached.ts';

const answeredAt = new Date(0);
const said = (...messages: string[]) =>
  messages.map((message, ordinal) => ({
    ordinal,
    speaker: 'user' as const,
    message,
    interrupted: false,
    spokenAt: answeredAt,
  }));
const reached = (...messages: string[]) => isPersonReached({ answeredAt, reason: null }, said(...messages));

test.each([
  [['Hello?', 'Yes, that is solved.']],
  [['Ann Miller.']],
  [['I am not available on Friday.']],
  // The machine has handed over to somebody.
  [['Please record your name and the reason for your call.', 'Hello, this is Ann.']],
])('FU8 a person was reached: %s', (messages) => {
  expect(reached(...messages)).toBe(true);
});

test.each([
  [[]],
  [['…']],
  [['Hello?', 'You have the wrong number.']],
  [['Hello?', 'She is not here.', 'All right, bye.']],
  [['He passed away.']],
  [['Please leave a message after the tone.']],
  [['Please record your name and the reason for your call.', 'Please stay on the line.']],
  [['For the reception press one.']],
])('FU8 nobody was reached: %s', (messages) => {
  expect(reached(...messages)).toBe(false);
});

test('FU8 a call that was not answered, or by a machine, or whose agent failed, reaches nobody', () => {
  const transcript = said('Hello?');
  expect(isPersonReached({ answeredAt: null, reason: null }, transcript)).toBe(false);
  for (const reason of ['voicemail', 'voicemail_left', 'agent_failed'] as const)
    expect(isPersonReached({ answeredAt, reason }, transcript)).toBe(false);
});
