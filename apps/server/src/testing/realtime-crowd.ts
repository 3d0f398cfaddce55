import { expect } from 'vitest';
import { call, speak } from './realtime/plan.ts';
import type { RealtimeDesk } from './realtime-desk.ts';
import { answering, ledgerOf, person, wordsHeard } from './realtime-people.ts';
import { script } from './voice-desk.ts';

/** So many people talk at the same time, each of something else; every word has to arrive on both sides. */
export async function talkAtOnce(desk: RealtimeDesk, count: number): Promise<void> {
  desk.service.answerWith(
    answering((heard) =>
      /goodbye/.test(heard)
        ? [speak('Thank you. Goodbye.'), call('end_call', { reason: 'finished' })]
        : speak(`You said: ${heard}`),
    ),
  );
  const people = Array.from({ length: count }, (_, index) => {
    const first = `I am caller ${index} and I need an appointment.`;
    const number = person(desk, [
      { wait: 'agent' },
      { say: first },
      { wait: 'agent' },
      { say: 'Fine, goodbye.' },
    ]);
    return { first, number };
  });
  const since = desk.desk.log.length;
  const ids = await Promise.all(people.map(({ number }) => desk.kit.placed(number)));
  for (const [index, id] of ids.entries()) {
    const { first, number } = people[index] ?? { first: '', number: '' };
    const ended = await desk.kit.ended(id, 120_000);
    const lines = [
      'Hello, this is the AI assistant of GS Dental.',
      `You said: ${first}`,
      'Thank you. Goodbye.',
    ];
    expect(script(ended)).toEqual([
      `agent: ${lines[0]}`,
      `user: ${first}`,
      `agent: ${lines[1]}`,
      'user: Fine, goodbye.',
      `agent: ${lines[2]}`,
    ]);
    expect(wordsHeard(desk, number)).toBe(lines.join(' '));
    expect(ledgerOf(desk, number).filter(({ kind }) => kind === 'problem')).toEqual([]);
  }
  const ends = desk.desk.log.slice(since).flatMap((line) => {
    const { msg, framesSent, framesDropped } = JSON.parse(line);
    return /media stream is over/.test(msg) ? [{ framesSent, framesDropped }] : [];
  });
  expect(ends).toHaveLength(count);
  expect(ends.reduce((sum, { framesDropped }) => sum + framesDropped, 0)).toBe(0);
  const sent = ends.reduce((sum, { framesSent }) => sum + framesSent, 0);
  const appended = desk.service.sessions
    .slice(-count)
    .reduce((sum, session) => sum + session.audio().length / 160, 0);
  expect(appended).toBe(sent);
}
