import { expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { framesOf, silence, wordsIn } from '../../../testing/realtime/speech.ts';
import { ManualEngine } from '../../../testing/voice/media/manual-engine.ts';
import { MediaHarness } from '../../../testing/voice/media/media-harness.ts';
import { settled } from '../../../testing/voice/relay/relay-harness.ts';
import { plainManners } from '../session/manners.ts';
import { englishPhrases } from '../session/settings.ts';

test('DN10: on a sales call over audio the promise of the session waits for the list', async () => {
  const engine = new ManualEngine(
    () => desk.clock,
    0,
    () => ({ text: 'Yes?' }),
  );
  const manners = { ...plainManners, offersOptOut: true };
  const desk: MediaHarness = new MediaHarness(exampleBrief, engine, [], manners);
  const { promise, resolve } = Promise.withResolvers<void>();
  desk.storing = promise;
  const quiet = framesOf(silence(20))[0] ?? '';
  const pass = async (frames: number) => {
    for (let n = 0; n < frames; n += 1) desk.frame(quiet);
    await settled();
  };
  await pass(10);
  desk.socket.receive({ event: 'dtmf', dtmf: { digit: '9' } });
  await pass(200);
  expect(desk.actions).toContain('doNotCall');
  expect(wordsIn(desk.socket.carrier.heard())).not.toContain(englishPhrases.noMoreCalls);
  resolve();
  await settled();
  for (let n = 0; n < 100 && desk.socket.closedWith === null; n += 1) await pass(10);
  expect(wordsIn(desk.socket.carrier.heard())).toContain(englishPhrases.noMoreCalls);
  expect([desk.reasons, desk.actions]).toEqual([['do_not_call'], ['doNotCall', 'finish']]);
});
