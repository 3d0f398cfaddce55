import { expect, test } from 'vitest';
import { fitChannels } from './fit-channels.ts';
import { type FitInput, fitStart as fit } from './fit-start.ts';
import { speechOnsets } from './speech-onsets.ts';

const fitStart = (input: FitInput) => fit(input).start;
const start = Date.parse('2026-11-18T10:00:00.370Z');
const turnsAt = (...seconds: number[]) => seconds.map((one) => new Date(start + one * 1000));
const askedAt = new Date(start - 300);
const statedStart = new Date('2026-11-18T10:00:00Z');

test('RC16: the agent’s turns tell where the sound begins, to the millisecond', () => {
  const fitted = fitStart({
    ...{ onsets: [1_000, 8_000, 21_500], turns: turnsAt(1, 8, 21.5), statedStart, askedAt },
  });
  expect(fitted).toEqual({ at: new Date(start), method: 'turns', errorMs: 20 });
});

test('RC16: a voice that begins later after its text is heard later, on the whole', () => {
  const fitted = fitStart({
    ...{ onsets: [1_180, 8_220, 21_700, 30_250], turns: turnsAt(1, 8, 21.5, 30), statedStart, askedAt },
  });
  expect(fitted).toMatchObject({ at: new Date(start - 210), method: 'turns', errorMs: 40 });
});

test('RC16: pauses in sentences, a colleague who takes over and turns that were not heard do not matter', () => {
  const onsets = [1_000, 2_900, 8_000, 9_400, 11_000, 21_500, 40_000, 41_300, 47_000, 52_000];
  const turns = turnsAt(1, 8, 15, 21.5);
  const fitted = fitStart({ onsets, turns, statedStart, askedAt });
  expect(fitted).toMatchObject({ at: new Date(start), method: 'turns' });
});

test('RC16: what the agent has said before the recording began does not count', () => {
  const turns = turnsAt(-40, -31, -22, -13, 1, 8);
  const fitted = fitStart({ onsets: [1_000, 8_000], turns, statedStart, askedAt });
  expect(fitted).toMatchObject({ at: new Date(start), method: 'turns' });
});

test('RC16: a question before the recording is not taken for its first sentence', () => {
  // Asked whether it may begin; then the notice in the sound, and an answer that was not heard.
  const turns = turnsAt(-3.5, 0.5, 9);
  const fitted = fitStart({ onsets: [500, 3_900], turns, statedStart, askedAt });
  expect(fitted).toMatchObject({ at: new Date(start), method: 'turns' });
});

test('RC16: an opening that is heard late, and a sentence that waits for another, do not move the others', () => {
  // Sent at 1, 6 and 15 seconds; heard at 2.05, 11.9 and 15.
  const fitted = fitStart({
    ...{ onsets: [2_050, 11_900, 15_000], turns: turnsAt(1, 6, 15), statedStart, askedAt },
  });
  expect(fitted).toMatchObject({ at: new Date(start), method: 'turns' });
});

test('RC16: one turn is enough, and is said to tell less', () => {
  const fitted = fitStart({ onsets: [1_000], turns: turnsAt(1), statedStart: null, askedAt });
  expect(fitted).toEqual({ at: new Date(start), method: 'turns', errorMs: 300 });
});

test.each([
  ['no sound of the agent', [], turnsAt(1, 8)],
  ['no turns', [1_000, 8_000], []],
  ['sound that is not near any turn', [90_000], turnsAt(1, 8)],
  ['too few turns with sound near them', [1_000], turnsAt(1, 8, 15, 22)],
])('RC16: with %s the carrier’s own time is taken, if it gives one', (_, onsets, turns) => {
  const stated = { at: statedStart, method: 'start', errorMs: 1_000 };
  expect(fitStart({ onsets, turns, statedStart, askedAt })).toEqual(stated);
  expect(fitStart({ onsets, turns, statedStart: null, askedAt })).toBeNull();
});

const agent = { onsets: [1_000, 8_000, 21_500], turns: turnsAt(1, 8, 21.5) };
const person = [3_600, 14_900, 27_300];
const asked = { turns: agent.turns, statedStart, askedAt };

test('RC20: the agent is on the channel on which its turns are heard', () => {
  const soundStart = { at: new Date(start), method: 'turns', errorMs: 20 };
  expect(fitChannels([person, agent.onsets], 2, asked)).toEqual({ agentChannel: 2, soundStart });
  expect(fitChannels([agent.onsets, person], 2, asked)).toEqual({ agentChannel: 1, soundStart });
  expect(fitChannels([agent.onsets, person], 1, asked)).toEqual({ agentChannel: 1, soundStart });
});

test.each([
  ['nothing is heard', [[], []], agent.turns],
  ['the agent has said one sentence, and the person another', [[3_600], [1_000]], turnsAt(1)],
  ['only the person is heard, and does not follow the agent', [person, []], agent.turns],
  ['both are heard on both channels', [agent.onsets, agent.onsets], agent.turns],
  [
    'two answers come after the same time, and a sentence late',
    [
      [200, 7_200],
      [1_000, 8_900],
    ],
    turnsAt(1, 8),
  ],
  [
    'two answers come after the same time, and a sentence was not heard',
    [[200, 7_250], [1_000]],
    turnsAt(1, 8),
  ],
  ['most sentences were not heard', [[200, 7_200], [1_000]], turnsAt(1, 8, 15, 22)],
])('RC20: the agent is on the usual channel where %s', (_, onsets, turns) => {
  expect(fitChannels(onsets, 2, { ...asked, turns }).agentChannel).toBe(2);
});

/** Levels of 10 ms: so loud, so long. */
const levels = (...parts: readonly (readonly [level: number, ms: number])[]) =>
  Uint8Array.from(parts.flatMap(([level, ms]) => Array.from({ length: ms / 10 }, () => level)));

test('RC16: speech begins after a pause, not between words', () => {
  const sound = levels([0, 500], [120, 300], [0, 300], [90, 300], [0, 400], [100, 400], [0, 1_000]);
  expect(speechOnsets(sound)).toEqual([500, 1_800]);
});

test('RC16: neither a click nor the other party’s voice in the background is speech of the agent', () => {
  const sound = levels([0, 500], [120, 20], [0, 500], [4, 900], [0, 400], [8, 900], [0, 400], [150, 500]);
  expect(speechOnsets(sound)).toEqual([3_620]);
});

test('RC16: speech from the first moment on begins there; silence has none', () => {
  expect(speechOnsets(levels([80, 400]))).toEqual([0]);
  expect(speechOnsets(levels([0, 400]))).toEqual([]);
  expect(speechOnsets(new Uint8Array())).toEqual([]);
});
