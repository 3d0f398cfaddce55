import { expect, test } from 'vitest';
import { framesOf, silence, speechMs, utter } from './speech.ts';
import { VoiceActivity } from './voice-activity.ts';

test.each([
  [20, 'carrier frames'],
  [7, 'odd pieces'],
  [1_000, 'big pieces'],
])('speech between silences is found in pieces of %i ms', (pieceMs) => {
  const activity = new VoiceActivity();
  const audio = Buffer.concat([silence(200), utter('Hello, I need help.'), silence(600)]);
  const changes = framesOf(audio, pieceMs).flatMap((frame) =>
    activity.detect(Buffer.from(frame, 'base64'), 0.5, 500),
  );
  expect(changes).toEqual([
    { kind: 'started', atMs: 200 },
    { kind: 'stopped', atMs: 200 + speechMs('Hello, I need help.') + 500 },
  ]);
});

test('silence is no speech', () => {
  expect(new VoiceActivity().detect(silence(2_000), 0.5, 500)).toEqual([]);
});
