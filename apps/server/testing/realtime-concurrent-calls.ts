import { expect } from 'vitest';
import { call, speak } from './realtime/plan.ts';
import type { RealtimeSession } from './realtime/realtime-session.ts';
import { speechMs } from './realtime/speech.ts';
import { answering, defineCallee, ledgerOf, sessionOf, wordsHeard } from './realtime-callees.ts';
import type { RealtimeDesk } from './realtime-desk.ts';
import { transcriptOf } from './voice-desk.ts';

const samplesPerFrame = 160;
/** Frames that the carrier may send before it learns that we have closed the stream. */
const mostInFlight = 25;

/** Holds so many calls at the same time, each with its own sentences; every audio frame has to arrive on both sides. */
export async function holdConcurrentCalls(desk: RealtimeDesk, count: number): Promise<{ frames: number }> {
  desk.service.answerWith(
    answering((heard) =>
      /goodbye/.test(heard)
        ? [speak('Thank you. Goodbye.'), call('end_call', { reason: 'finished' })]
        : speak(`You said: ${heard}`),
    ),
  );
  const callees = Array.from({ length: count }, (_, index) => {
    const first = `I am caller ${index} and I need an appointment.`;
    const number = defineCallee(desk, [
      { wait: 'agent' },
      { say: first },
      { wait: 'agent' },
      { say: 'Fine, goodbye.' },
    ]);
    return { first, number, message: `This is for ${number}.` };
  });
  const since = desk.log.length;
  const ids = await Promise.all(
    callees.map(({ number, message }) => desk.client.placeAccepted(number, { message })),
  );
  for (const [index, id] of ids.entries()) {
    const { first, number, message } = callees[index] ?? { first: '', number: '', message: '' };
    const ended = await desk.client.waitUntilEnded(id, { timeout: 180_000 });
    const lines = [
      'Hello, this is the AI assistant of GS Dental.',
      `You said: ${first}`,
      'Thank you. Goodbye.',
    ];
    expect(transcriptOf(ended)).toEqual([
      `agent: ${lines[0]}`,
      `user: ${first}`,
      `agent: ${lines[1]}`,
      'user: Fine, goodbye.',
      `agent: ${lines[2]}`,
    ]);
    expectNoAudioLoss(desk, number, lines, await sessionOf(desk, message));
  }
  const ends = desk.log.slice(since).flatMap((line) => {
    const { msg, framesSent, framesDropped } = JSON.parse(line);
    return /media stream session ended/.test(msg) ? [{ framesSent, framesDropped }] : [];
  });
  expect(ends).toHaveLength(count);
  expect(ends.reduce((sum, { framesDropped }) => sum + framesDropped, 0)).toBe(0);
  const frames = ends.reduce((sum, { framesSent }) => sum + framesSent, 0);
  const sessions = desk.service.sessions.slice(-count);
  expect(sessions.reduce((sum, session) => sum + session.audio().length / samplesPerFrame, 0)).toBe(frames);
  return { frames };
}

/** The carrier and the service count the same audio, to the millisecond and in order. */
function expectNoAudioLoss(
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
  const inFlight = (sent[0] ?? 0) - session.audio().length / samplesPerFrame;
  expect(inFlight).toBeGreaterThanOrEqual(0);
  expect(inFlight).toBeLessThanOrEqual(mostInFlight);
}

function isClosed(message: unknown): message is { frames: { inbound: number } } {
  return typeof message === 'object' && message !== null && 'frames' in message;
}
