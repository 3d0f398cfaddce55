import { expect } from 'vitest';
import { call, speak } from './realtime/plan.ts';
import type { RealtimeSession } from './realtime/realtime-session.ts';
import { speechMs } from './realtime/speech.ts';
import type { RealtimeDesk } from './realtime-desk.ts';
import { answering, ledgerOf, person, sessionOf, wordsHeard } from './realtime-people.ts';
import { script } from './voice-desk.ts';

const samplesPerFrame = 160;
/** What the carrier may have sent before it knew that we have closed the stream. */
const mostInFlight = 25;

/** So many people talk at the same time, each of something else; every frame has to arrive on both sides. */
export async function talkAtOnce(desk: RealtimeDesk, count: number): Promise<{ frames: number }> {
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
    return { first, number, message: `This is for ${number}.` };
  });
  const since = desk.log.length;
  const ids = await Promise.all(people.map(({ number, message }) => desk.kit.placed(number, { message })));
  for (const [index, id] of ids.entries()) {
    const { first, number, message } = people[index] ?? { first: '', number: '', message: '' };
    const ended = await desk.kit.ended(id, { timeout: 180_000 });
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
    expectWhole(desk, number, lines, await sessionOf(desk, message));
  }
  const ends = desk.log.slice(since).flatMap((line) => {
    const { msg, framesSent, framesDropped } = JSON.parse(line);
    return /media stream is over/.test(msg) ? [{ framesSent, framesDropped }] : [];
  });
  expect(ends).toHaveLength(count);
  expect(ends.reduce((sum, { framesDropped }) => sum + framesDropped, 0)).toBe(0);
  const frames = ends.reduce((sum, { framesSent }) => sum + framesSent, 0);
  const sessions = desk.service.sessions.slice(-count);
  expect(sessions.reduce((sum, session) => sum + session.audio().length / samplesPerFrame, 0)).toBe(frames);
  return { frames };
}

/** Counted by the carrier and by the service: what went in came out, to the millisecond and in its order. */
function expectWhole(
  desk: RealtimeDesk,
  number: string,
  lines: readonly string[],
  session: RealtimeSession,
): void {
  const ledger = ledgerOf(desk, number);
  expect(ledger.filter(({ kind }) => kind === 'problem')).toEqual([]);
  expect(wordsHeard(desk, number)).toBe(lines.join(' '));
  const heardMs = ledger.reduce((sum, entry) => sum + (entry.kind === 'heard' ? entry.ms : 0), 0);
  expect(heardMs).toBe(lines.reduce((sum, line) => sum + speechMs(line), 0));
  const sent = ledger.flatMap((entry) =>
    entry.kind === 'stream' && isClosed(entry.message) ? [entry.message.frames.inbound] : [],
  );
  const late = (sent[0] ?? 0) - session.audio().length / samplesPerFrame;
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThanOrEqual(mostInFlight);
}

function isClosed(message: unknown): message is { frames: { inbound: number } } {
  return typeof message === 'object' && message !== null && 'frames' in message;
}
