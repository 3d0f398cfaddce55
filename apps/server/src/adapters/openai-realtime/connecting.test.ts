import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RealtimeHarness } from '../../../testing/openai-realtime/realtime-harness.ts';
import { framesOf, silence, utter, wordsIn } from '../../../testing/realtime/speech.ts';
import { createHostGuard } from '../../lib/host-guard.ts';

let harness: RealtimeHarness;
beforeEach(async () => {
  harness = await RealtimeHarness.start();
});
afterEach(() => harness.stop());

test('the session is set up for telephone audio, and for nothing the service would refuse', async () => {
  const { other } = await harness.listening({ voice: 'cedar', language: 'de-CH' });
  expect(other.settings.current).toEqual({
    type: 'realtime',
    model: 'gpt-realtime-2.1',
    output_modalities: ['audio'],
    instructions: 'You answer the phone of a dental practice.',
    max_output_tokens: 4_096,
    audio: {
      input: {
        format: { type: 'audio/pcmu' },
        noise_reduction: null,
        transcription: { model: 'gpt-transcribe', language: 'de' },
        turn_detection: {
          type: 'server_vad',
          threshold: 0.5,
          prefix_padding_ms: 300,
          silence_duration_ms: 500,
          create_response: true,
          interrupt_response: false,
          idle_timeout_ms: null,
        },
      },
      output: { format: { type: 'audio/pcmu' }, voice: 'cedar', speed: 1 },
    },
    tools: [
      {
        type: 'function',
        name: 'end_call',
        description: expect.stringContaining('Hang up'),
        parameters: {
          type: 'object',
          properties: { reason: { type: 'string', enum: expect.arrayContaining(['finished']) } },
          required: ['reason'],
          additionalProperties: false,
        },
      },
      {
        ...{ type: 'function', name: 'do_not_call', description: expect.any(String) },
        parameters: { type: 'object', properties: {}, additionalProperties: false },
      },
    ],
    tool_choice: 'auto',
  });
});

test('SP12, SP14: the service takes a speed and hints', async () => {
  const { other } = await harness.listening({ speed: 0.9, hints: ['Nguyen'], otherLanguages: ['fr-FR'] });
  expect(other.settings.current.audio).toMatchObject({
    input: { transcription: { model: 'gpt-transcribe', prompt: expect.stringContaining('Nguyen') } },
    output: { speed: 0.9 },
  });
});

test('an agent may have a model of its own', async () => {
  const { other } = await harness.listening({ model: 'gpt-realtime-2.1-mini' });
  expect(other.settings.current.model).toBe('gpt-realtime-2.1-mini');
});

test.each([
  [null, 'marin'],
  ['en-US-Journey-O', 'marin'],
  ['ash', 'ash'],
  ['voice_1234', { id: 'voice_1234' }],
])('a voice called %s becomes %s', async (voice, expected) => {
  const { other } = await harness.listening({ voice });
  expect(other.settings.current.audio?.output?.voice).toEqual(expected);
});

test.each(['the handshake', 'the settings'])(
  'what is said while %s takes its time is heard',
  async (what) => {
    if (what === 'the handshake') harness.service.holdHandshakes();
    else harness.service.holdUpdates();
    const { session, heard } = harness.connect();
    session.say('item-1', 'Good morning.');
    const frames = framesOf(Buffer.concat([utter('Hello? Is anybody there?'), silence(600)]));
    for (const frame of frames.slice(0, 60)) session.appendAudio(frame);

    if (what === 'the handshake') {
      await harness.service.untilPendingHandshakes();
      harness.service.acceptHandshakes();
    }
    const other = await harness.service.session();
    await other.received.until('session.update');
    if (what === 'the settings') {
      expect(other.received.types()).toEqual(['session.update']);
      other.answerUpdate();
    }
    for (const frame of frames.slice(60)) session.appendAudio(frame);

    await heard.until('engine.speechStopped');
    expect(other.received.ofType('input_audio_buffer.append').map(({ audio }) => audio)).toEqual(frames);
    expect(wordsIn(other.audio())).toBe('Hello? Is anybody there?');
    expect((await heard.until('engine.userText')).text).toBe('Hello? Is anybody there?');
    expect(session.counts()).toEqual({ framesSent: frames.length, framesDropped: 0 });
  },
);

test('a session that follows a lost one knows what was said', async () => {
  const { other, session, heard } = await harness.listening({
    history: [
      { kind: 'agent', text: 'Good morning, this is the practice.', interrupted: false },
      { kind: 'said', text: 'I need an appointment.' },
      { kind: 'pressed', digits: '42' },
    ],
  });
  session.say('item-1', 'Where were we?');
  await heard.until('engine.done');
  expect(other.history()).toEqual([
    'assistant: Good morning, this is the practice.',
    'user: I need an appointment.',
    'system: The other party pressed these keys: 4 2.',
    'assistant: Where were we?',
  ]);
});

describe('refused by the service', () => {
  test.each([
    [401, 'refused', false],
    [403, 'refused', false],
    [429, 'busy', true],
    [503, 'busy', true],
  ])('with status %i', async (status, kind, retryable) => {
    harness.service.refuseHandshakes(status);
    const { session, heard } = harness.connect();
    session.say('item-1', 'Hello.');
    expect(await heard.loss).toEqual({ kind, retryable, openItems: ['item-1'], detail: `http_${status}` });
  });

  test('without a key', async () => {
    const { heard } = harness.connect({}, { key: () => null });
    expect(await heard.loss).toMatchObject({ kind: 'refused', detail: 'http_401' });
  });

  test('with a wrong key', async () => {
    const { heard } = harness.connect({}, { key: () => 'sk-other' });
    expect(await heard.loss).toMatchObject({ kind: 'refused', retryable: false, detail: 'invalid_api_key' });
  });

  test('with an unknown model', async () => {
    const { heard } = harness.connect({}, { model: 'gpt-live-1' });
    expect(await heard.loss).toMatchObject({ kind: 'refused', retryable: false, detail: 'model_not_found' });
  });

  test('with settings the service does not take', async () => {
    const { heard } = harness.connect({ language: '12' });
    expect(await heard.loss).toMatchObject({ kind: 'refused', retryable: false, detail: 'invalid_value' });
  });

  test('when there is no server', async () => {
    const { url } = harness.service;
    await harness.service.stop();
    const { heard } = harness.connect({}, { url });
    expect(await heard.loss).toMatchObject({ kind: 'unreachable', retryable: true, detail: 'ECONNREFUSED' });
  });

  test.each(['the handshake', 'the settings'])('when %s takes too long', async (what) => {
    if (what === 'the handshake') harness.service.holdHandshakes();
    else harness.service.holdUpdates();
    const { heard } = harness.connect();
    if (what === 'the handshake') await harness.service.untilPendingHandshakes();
    else await (await harness.service.session()).received.until('session.update');
    harness.clock.advance(5_999);
    expect(heard.losses).toEqual([]);
    harness.clock.advance(1);
    expect(await heard.loss).toMatchObject({ kind: 'unreachable', retryable: true });
  });
});

test('closing while connecting leaves no timer and no socket', async () => {
  harness.service.holdHandshakes();
  const { session, heard } = harness.connect();
  await harness.service.untilPendingHandshakes();
  session.close();
  harness.service.acceptHandshakes();
  harness.clock.advance(60_000);
  expect(harness.clock.pendingTimers).toBe(0);
  expect(heard.losses).toEqual([]);
});

test('a host that must not be connected to is refused without a connection', async () => {
  const guard = createHostGuard({ loopback: false, hosts: [] });
  const { heard } = harness.connect({}, { guard });
  expect(await heard.loss).toMatchObject({ kind: 'refused', retryable: false, detail: 'host_not_allowed' });
  expect(harness.service.sessions).toHaveLength(0);
});

test('through a guard that allows this machine the engine speaks', async () => {
  const guard = createHostGuard({ loopback: true, hosts: [] });
  const { session, heard } = await harness.listening({}, { guard });
  session.say('item-1', 'Yes.');
  await heard.until('engine.done');
});
