import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, speak } from '../testing/realtime/plan.ts';
import { answering, defineCallee, ledgerOf, sessionOf, wordsHeard } from '../testing/realtime-callees.ts';
import { openRealtimeDesk, type RealtimeDesk } from '../testing/realtime-desk.ts';
import { transcriptOf } from '../testing/voice-desk.ts';

let desk: RealtimeDesk;
beforeAll(async () => {
  // In real time, because milliseconds are measured.
  desk = await openRealtimeDesk(1);
  desk.service.answerWith(
    answering((heard) => {
      const deltaMs = Number(/pieces of (\d+)/.exec(heard)?.[1] ?? 0);
      return deltaMs > 0
        ? speak(offer, { deltaMs })
        : [speak('Bye now.'), call('end_call', { reason: 'finished' })];
    }),
  );
});
afterAll(() => desk.stop());

/** Milliseconds between the truncation sent to the engine and what the carrier had played at the clear. */
const tolerance = 60;
const offer = 'We have a place on Tuesday at ten or on Thursday at four.';

test.concurrent.each([
  [1, 200],
  [3, 200],
  [8, 200],
  [5, 20],
  [5, 1_000],
])(
  'an interruption after %i words, in pieces of %i ms, is cut where it was heard',
  async (words, deltaMs) => {
    const number = defineCallee(desk, [
      { wait: 'agent' },
      { say: `When? In pieces of ${deltaMs}.` },
      { interrupt: { words, say: 'Wait.' } },
    ]);
    const id = await desk.client.placeAccepted(number, { message: `This is for ${number}.` });
    const session = await sessionOf(desk, `This is for ${number}.`);
    const ended = await desk.client.waitUntilEnded(id);
    const [told] = session.received.ofType('conversation.item.truncate');
    const cut = ledgerOf(desk, number).find((entry) => entry.kind === 'heard' && entry.clearedMs > 0);
    const heardMs = cut?.kind === 'heard' ? cut.ms : -1;
    const beside = Number(told?.audio_end_ms) - heardMs;
    process.stdout.write(`cut ${words} words, pieces of ${deltaMs} ms: ${beside} ms\n`);
    expect(Math.abs(beside)).toBeLessThanOrEqual(tolerance);
    const line = transcriptOf(ended).find((one) => one.startsWith('agent: We'));
    expect(line).toMatch(/\*$/);
    const stored = line?.slice('agent: '.length, -1) ?? '';
    expect(offer.startsWith(stored)).toBe(true);
    // Only whole words are stored; the ledger may have a part of one more.
    expect(wordsHeard(desk, number)).toContain(stored);
    expect(transcriptOf(ended)).toContain('user: Wait.');
    expect(session.sent.ofType('error')).toEqual([]);
  },
);
