import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { load } from '../../../testing/load.ts';
import { framesOf, silence, utter, wordsIn } from '../../../testing/realtime/speech.ts';
import { expectAsHeard } from '../../../testing/voice/media/as-heard.ts';
import { type EngineAnswer, ManualEngine } from '../../../testing/voice/media/manual-engine.ts';
import { MediaHarness } from '../../../testing/voice/media/media-harness.ts';
import type { CallBrief } from '../../ports/language-model.ts';
import { LiveSessions } from '../live-sessions.ts';
import { openingText } from '../opening.ts';
import { englishPhrases } from '../session/settings.ts';

const brief: CallBrief = {
  ...exampleBrief,
  greeting: 'Hello, this is Elm Street.',
  direction: 'inbound',
  instructions: null,
};

interface Line {
  readonly says: string;
  /** Frames after the agent has begun its next answer; null: when the agent has finished. */
  readonly cutsIn: number | null;
  readonly answer: EngineAnswer;
}

interface Call {
  readonly lines: readonly Line[];
  /** How long the engine takes to write down what it heard. */
  readonly lateMs: number;
}

const goodbye: EngineAnswer = {
  text: 'Thank you. Goodbye.',
  tools: [{ name: 'end_call', input: { reason: 'finished' } }],
};
const { areYouThere } = englishPhrases;
const quiet = framesOf(silence(20))[0] ?? '';

/** Talks until so many frames have passed, or the agent has said goodbye; then hangs up. Tells how many passed. */
async function hangUpAfter({ lines, lateMs }: Call, frames: number): Promise<number> {
  const answers = lines.map(({ answer }) => answer);
  const engine = new ManualEngine(
    () => desk.clock,
    lateMs,
    () => answers.shift() ?? { text: 'Yes?' },
  );
  const desk: MediaHarness = new MediaHarness(brief, engine);
  const sessions = new LiveSessions();
  sessions.add('call', desk.session);
  const { carrier } = desk.socket;

  const said: Buffer[][] = [];
  const coming = [...lines];
  let sounds: string[] = [];
  let audible = 0;
  let passed = 0;
  let mostHeardMs = 0;
  for (; passed < frames && desk.socket.closedWith === null; passed += 1) {
    const before = carrier.heardMs;
    audible = carrier.queuedMs > 0 ? audible + 1 : 0;
    const next = coming[0];
    const isTime = next?.cutsIn == null ? carrier.heardMs > 0 && audible === 0 : audible > next.cutsIn;
    if (next && isTime && sounds.length === 0) {
      coming.shift();
      // A pause behind it, so that it is taken for whole before the next one begins.
      sounds = framesOf(Buffer.concat([utter(next.says), silence(600)]));
      said.push([]);
    }
    const sound = sounds.shift();
    if (sound !== undefined) said.at(-1)?.push(Buffer.from(sound, 'base64'));
    desk.frame(sound ?? quiet);
    // What is written down is written by promises.
    await new Promise((resolve) => setImmediate(resolve));
    mostHeardMs = Math.max(mostHeardMs, carrier.heardMs - before);
  }
  expect(mostHeardMs, 'played in one frame').toBeLessThanOrEqual(20);

  if (desk.socket.closedWith === null) desk.socket.receive({ event: 'stop', stop: {} });
  // Nobody is left to hear what the carrier still had to play.
  desk.clock.advance(3_000);
  await desk.session.done;
  expectAsHeard(desk.transcripts.transcript(), {
    spoken: [openingText(brief), ...lines.map(({ answer }) => answer.text), 'Yes?', areYouThere],
    heard: carrier.stretches().map(wordsIn),
    said: said.map((pieces) => wordsIn(Buffer.concat(pieces))).filter((text) => text !== ''),
  });
  expect(desk.reasons).toEqual([]);
  expect(desk.log.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
  expect([desk.clock.pendingTimers, engine.open, sessions.size]).toEqual([0, 0, 0]);
  return passed;
}

test('a hang-up at every single frame of a call stores what was heard and leaves nothing behind', async () => {
  const call: Call = {
    lateMs: 300,
    lines: [
      { says: 'Hi, it is me.', cutsIn: null, answer: { text: 'Good to hear you. When will you come?' } },
      { says: 'At ten.', cutsIn: 30, answer: goodbye },
    ],
  };
  const whole = await hangUpAfter(call, Number.POSITIVE_INFINITY);
  expect(whole).toBeGreaterThan(150);
  for (let frames = 0; frames < whole; frames += 1) expect(await hangUpAfter(call, frames)).toBe(frames);
}, 120_000);

const sentence = fc
  .array(fc.constantFrom('yes', 'no', 'on', 'Tuesday', 'perhaps', 'at', 'ten', 'o clock', 'please'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((words) => `${words.join(' ')}.`);
const line = fc.record({
  says: sentence,
  cutsIn: fc.option(fc.integer({ min: 1, max: 60 })),
  answer: sentence.map((text): EngineAnswer => ({ text })),
});
const calls = fc.record({
  lines: fc
    .tuple(fc.array(line, { maxLength: 3 }), line)
    .map(([first, last]): Line[] => [...first, { ...last, answer: goodbye }]),
  lateMs: fc.integer({ min: 0, max: 2_400 }),
});

test('whatever is said, interrupted and written down late, a hang-up stores what was heard', async () => {
  await fc.assert(
    fc.asyncProperty(calls, fc.nat(600), async (call, frames) => {
      await hangUpAfter(call, frames);
    }),
    { numRuns: load(2_000), seed: 8 },
  );
}, 600_000);
