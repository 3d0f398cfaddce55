import { afterEach, beforeEach, expect, test } from 'vitest';
import { call, cut, fail, incomplete, speak, stall } from './plan.ts';
import { RawClient, telephoneSession } from './raw-client.ts';
import { RealtimeService } from './realtime-service.ts';
import type { RealtimeSession } from './realtime-session.ts';
import { framesOf, silence, utter, wordsIn } from './speech.ts';

let service: RealtimeService;
let client: RawClient;
let session: RealtimeSession;

beforeEach(async () => {
  service = await RealtimeService.start();
  client = new RawClient(service);
  session = await service.session();
  await client.events.until('session.created');
  client.send({ type: 'session.update', session: telephoneSession });
  await client.events.until('session.updated');
});
afterEach(async () => {
  client.close();
  await service.stop();
});

function heard(): string {
  const deltas = client.events.ofType('response.output_audio.delta').map(({ delta }) => String(delta));
  return wordsIn(Buffer.concat(deltas.map((delta) => Buffer.from(delta, 'base64'))));
}

test('an answer comes in the order of the protocol', async () => {
  service.answers(speak('Good morning, how can I help?'));
  client.send({ type: 'response.create', response: { metadata: { turn: 'item-1' } } });
  const done = await client.events.until('response.done');
  await client.events.until('rate_limits.updated');
  const order = [...new Set(client.events.types())].filter((type) => !type.startsWith('session'));
  expect(order).toEqual([
    'response.created',
    'response.output_item.added',
    'conversation.item.added',
    'response.content_part.added',
    'response.output_audio_transcript.delta',
    'response.output_audio.delta',
    'response.output_audio.done',
    'response.output_audio_transcript.done',
    'response.content_part.done',
    'conversation.item.done',
    'response.output_item.done',
    'response.done',
    'rate_limits.updated',
  ]);
  expect(heard()).toBe('Good morning, how can I help?');
  expect(done.response).toMatchObject({
    status: 'completed',
    metadata: { turn: 'item-1' },
    usage: { total_tokens: expect.any(Number) },
  });
});

test('speech is found by its loudness, answered, and written down', async () => {
  service.answers(speak('Of course.'));
  const audio = Buffer.concat([silence(300), utter('I need an appointment.'), silence(600)]);
  for (const frame of framesOf(audio)) client.send({ type: 'input_audio_buffer.append', audio: frame });
  const started = await client.events.until('input_audio_buffer.speech_started');
  const written = await client.events.until('conversation.item.input_audio_transcription.completed');
  expect(written).toMatchObject({ item_id: started.item_id, transcript: 'I need an appointment.' });
  await client.events.until('response.done');
  expect(heard()).toBe('Of course.');
  expect(session.history()).toEqual(['user: I need an appointment.', 'assistant: Of course.']);
});

test('the caller interrupts the answer where it is', async () => {
  service.answers(speak('This is a long sentence that nobody wants to hear.', { holdAfterMs: 1_000 }));
  client.send({ type: 'response.create' });
  await client.events.untilCount('response.output_audio.delta', 5);
  session.callerStarts('Stop.');
  const done = await client.events.until('response.done');
  expect(done.response).toMatchObject({
    status: 'cancelled',
    status_details: { reason: 'turn_detected' },
    output: [{ status: 'incomplete' }],
  });
  const sent = client.events.types();
  expect(sent.indexOf('input_audio_buffer.speech_started')).toBeLessThan(sent.indexOf('response.done'));
});

test('texts come late and out of order', async () => {
  service.answerWith(() => speak('Yes.'));
  session.transcripts.hold();
  const first = session.callerSays('First.');
  await client.events.until('response.done');
  const second = session.callerSays('Second.');
  await client.events.untilCount('response.done', 2);
  session.transcripts.complete(second);
  session.transcripts.fail(first);
  await client.events.until('conversation.item.input_audio_transcription.failed', (e) => e.item_id === first);
  expect(client.events.types().filter((type) => /transcription\.(?:completed|failed)$/.test(type))).toEqual([
    'conversation.item.input_audio_transcription.completed',
    'conversation.item.input_audio_transcription.failed',
  ]);
});

test('functions are called with their arguments, and take a result', async () => {
  service.answers([speak('Goodbye.'), call('end_call', { reason: 'finished' })]);
  client.send({ type: 'response.create' });
  const done = await client.events.until(
    'response.output_item.done',
    ({ item }) => (item as { type: string }).type === 'function_call',
  );
  expect(done.item).toMatchObject({
    name: 'end_call',
    arguments: '{"reason":"finished"}',
    status: 'completed',
  });
  const { call_id } = done.item as { call_id: string };
  client.send({
    type: 'conversation.item.create',
    item: { type: 'function_call_output', call_id, output: '{"ok":true}' },
  });
  await client.events.until(
    'conversation.item.done',
    ({ item }) => (item as { call_id?: string }).call_id === call_id,
  );
});

test.each([
  ['a failure', fail('rate_limit_exceeded'), { status: 'failed' }],
  ['a filter', [speak('I must'), incomplete('content_filter')], { status: 'incomplete' }],
])('an answer ends with %s', async (_what, plan, response) => {
  service.answers(plan);
  client.send({ type: 'response.create' });
  expect((await client.events.until('response.done')).response).toMatchObject(response);
});

test('a stall ends when it is cancelled', async () => {
  service.answers(stall);
  client.send({ type: 'response.create' });
  await client.events.until('response.created');
  client.send({ type: 'response.cancel' });
  expect((await client.events.until('response.done')).response).toMatchObject({
    status_details: { reason: 'client_cancelled' },
  });
});

test('the line can be cut in the middle of an answer', async () => {
  service.answers([speak('One moment'), cut]);
  client.send({ type: 'response.create' });
  expect(await client.closed).toMatchObject({ code: 1006 });
});

test('after sixty minutes it is over', async () => {
  session.expire();
  expect((await client.events.until('error')).error).toMatchObject({ code: 'session_expired' });
  expect(await client.closed).toMatchObject({ code: 1001 });
});
