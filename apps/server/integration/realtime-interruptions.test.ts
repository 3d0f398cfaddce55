import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSoak } from '../src/testing/load.ts';
import { call, speak } from '../src/testing/realtime/plan.ts';
import { openRealtimeDesk, type RealtimeDesk } from '../src/testing/realtime-desk.ts';
import { answering, ledgerOf, person, wordsHeard } from '../src/testing/realtime-people.ts';
import { script } from '../src/testing/voice-desk.ts';

let desk: RealtimeDesk;
beforeAll(async () => {
  // At the speed of life: milliseconds are what is measured here.
  desk = await openRealtimeDesk(1);
});
afterAll(() => desk.stop());

/** Milliseconds between what the engine was told and what was heard; a machine busy with other tests adds its own. */
const tolerance = isSoak ? 60 : 250;

const offer = 'We have a place on Tuesday at ten or on Thursday at four.';

// Milliseconds on a wall clock: a machine that is busy with something else gets another chance.
test.each([3, 8])('an interruption after %i words is cut where it was heard', { retry: 2 }, async (words) => {
  const before = desk.service.sessions.length;
  desk.service.answerWith(
    answering((heard) =>
      /Wait/.test(heard) ? [speak('Bye now.'), call('end_call', { reason: 'finished' })] : speak(offer),
    ),
  );
  const number = person(desk, [{ wait: 'agent' }, { say: 'When?' }, { interrupt: { words, say: 'Wait.' } }]);
  const ended = await desk.kit.ended(await desk.kit.placed(number));
  const session = await desk.session(before + 1);
  const [told] = session.received.of('conversation.item.truncate');
  const cut = ledgerOf(desk, number).find((entry) => entry.kind === 'heard' && entry.clearedMs > 0);
  const heardMs = cut?.kind === 'heard' ? cut.ms : -1;
  expect(Math.abs(Number(told?.audio_end_ms) - heardMs)).toBeLessThanOrEqual(tolerance);
  const line = script(ended).find((one) => one.startsWith('agent: We have'));
  expect(line).toMatch(/\*$/);
  const stored = line?.slice('agent: '.length, -1) ?? '';
  expect(offer.startsWith(stored)).toBe(true);
  // Whole words that were heard: the ledger may know a piece of one more.
  expect(wordsHeard(desk, number)).toContain(stored);
  expect(script(ended)).toContain('user: Wait.');
  expect(session.sent.of('error')).toEqual([]);
});
