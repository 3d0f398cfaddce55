import { expect, test } from 'vitest';
import type { SpeechBrief } from '../../ports/speech-engine.ts';
import { sessionUpdateEvent } from './session-update-event.ts';

const brief: SpeechBrief = { prompt: 'p', tools: [], voice: null, language: 'de-DE', history: [] };

function audioOf(change: Partial<SpeechBrief>) {
  return JSON.parse(sessionUpdateEvent('model', { ...brief, ...change })).session.audio;
}

test('an agent without wishes has the default voice at its own speed, in its language', () => {
  const { input, output } = audioOf({});
  expect(output).toMatchObject({ voice: 'marin', speed: 1 });
  expect(input.transcription).toEqual({ model: 'gpt-transcribe', language: 'de' });
});

test('SP12: the speed is sent, within what the service accepts', () => {
  expect(audioOf({ speed: 0.9 }).output.speed).toBe(0.9);
  expect(audioOf({ speed: 9 }).output.speed).toBe(1.5);
  expect(audioOf({ speed: 0 }).output.speed).toBe(0.25);
});

test('SP14: hints go to the transcription', () => {
  expect(audioOf({ hints: ['Nguyen', 'GS Dental'] }).input.transcription).toEqual({
    ...{ model: 'gpt-transcribe', language: 'de' },
    prompt: 'Words that may come up: Nguyen, GS Dental.',
  });
});

test('SP15: where several languages may be spoken, the transcription is told none', () => {
  expect(audioOf({ otherLanguages: ['fr-FR'] }).input.transcription).toEqual({ model: 'gpt-transcribe' });
});
