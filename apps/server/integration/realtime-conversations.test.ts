import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, speak } from '../src/testing/realtime/plan.ts';
import { openRealtimeDesk, type RealtimeDesk } from '../src/testing/realtime-desk.ts';
import { script, summedUp } from '../src/testing/voice-desk.ts';

let desk: RealtimeDesk;
beforeAll(async () => {
  desk = await openRealtimeDesk(8);
});
afterAll(() => desk.stop());

const opening = 'Hello, this is the AI assistant of GS Dental.';
let lastNumber = 5_000;
const newNumber = () => `+1500555${++lastNumber}`;

/** The words of the lab's own ledger: what the other party really heard. */
const heardOf = (number: string) => {
  const sid = desk.lab.calls().find(({ to }) => to === number)?.sid ?? '';
  return desk.lab
    .ledger(sid)
    .flatMap((entry) => (entry.kind === 'said' && entry.by === 'app' ? [entry] : []));
};

const person = (number: string, steps: Parameters<typeof desk.lab.callees.define>[1]) => {
  desk.lab.callees.define(`person-${number.slice(-4)}`, steps);
  desk.lab.callees.setNumber(number, `person-${number.slice(-4)}`);
  return number;
};

test('a whole conversation: words and sound agree, the summary follows', async () => {
  desk.service.answerWith(({ cause, instructions, heard }) => {
    if (cause === 'asked') return speak(/"(.*)"/s.exec(instructions)?.[1] ?? 'Yes?');
    return /be there/.test(heard ?? '')
      ? [speak('Wonderful. See you on Tuesday. Goodbye.'), call('end_call', { reason: 'finished' })]
      : speak('You have a check-up on Tuesday. Will you be there?');
  });
  const number = person(newNumber(), {
    script: [
      { wait: 'agent' },
      { say: 'Hello, who is this?' },
      { wait: 'agent' },
      { say: 'Yes, I will be there.' },
      { wait: 60_000 },
    ],
  });
  const id = await desk.kit.placed(number, { message: 'Remind them of their check-up.' });
  const ended = await desk.kit.ended(id);
  expect(script(ended)).toEqual([
    `agent: ${opening}`,
    'user: Hello, who is this?',
    'agent: You have a check-up on Tuesday. Will you be there?',
    'user: Yes, I will be there.',
    'agent: Wonderful. See you on Tuesday. Goodbye.',
  ]);
  expect(ended).toMatchObject({ status: 'completed', reason: null, engine: 'realtime' });
  expect(
    heardOf(number)
      .map(({ text }) => text.trim())
      .join(' '),
  ).toBe(
    `${opening} You have a check-up on Tuesday. Will you be there? Wonderful. See you on Tuesday. Goodbye.`,
  );
  expect((await summedUp(desk.kit, id)).summary).toContain('Yes, I will be there.');
});
