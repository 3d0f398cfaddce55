import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { speak, stall } from './plan.ts';
import { RawClient, telephoneSession } from './raw-client.ts';
import { RealtimeService } from './realtime-service.ts';

let service: RealtimeService;
const clients: RawClient[] = [];

beforeEach(async () => {
  service = await RealtimeService.start();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await service.stop();
});

function connect(options: ConstructorParameters<typeof RawClient>[1] = {}): RawClient {
  const client = new RawClient(service, options);
  clients.push(client);
  return client;
}

async function ready(): Promise<RawClient> {
  const client = connect();
  await client.events.until('session.created');
  client.send({ type: 'session.update', session: telephoneSession });
  await client.events.until('session.updated');
  return client;
}

describe('the handshake', () => {
  test.each([
    ['the header of the retired protocol', { 'OpenAI-Beta': 'realtime=v1' }, 4000, 'beta_api_shape_disabled'],
    ['a wrong key', { Authorization: 'Bearer sk-other' }, 3000, 'invalid_api_key'],
    ['an unknown model', { model: 'gpt-live-1' }, 4000, 'model_not_found'],
    ['no model', { model: '' }, 4000, 'missing_model'],
  ])('%s', async (_what, options, closeCode, code) => {
    const client = connect(options as Record<string, string>);
    const error = await client.events.until('error');
    expect(error.error).toMatchObject({ type: 'invalid_request_error', code });
    expect(await client.closed).toEqual({ code: closeCode, reason: `invalid_request_error.${code}` });
  });

  test('no bearer token', async () => {
    expect(await connect({ Authorization: '' }).closed).toEqual({ code: 401, reason: 'refused' });
  });
});

describe('session.update', () => {
  const telephone = telephoneSession;
  const { input, output } = telephone.audio;

  test.each([
    [
      'a rate on telephone audio in',
      { ...telephone, audio: { input: { ...input, format: { type: 'audio/pcmu', rate: 8000 } }, output } },
      { code: 'unknown_parameter', param: 'session.audio.input.format.rate' },
    ],
    [
      'a rate on telephone audio out',
      { ...telephone, audio: { input, output: { ...output, format: { type: 'audio/pcmu', rate: 8000 } } } },
      { code: 'unknown_parameter', param: 'session.audio.output.format.rate' },
    ],
    [
      'no rate on wide audio',
      { ...telephone, audio: { output: { format: { type: 'audio/pcm' } } } },
      { code: 'missing_required_parameter', param: 'session.audio.output.format.rate' },
    ],
    [
      'a field of the retired protocol',
      { ...telephone, input_audio_format: 'g711_ulaw' },
      { code: 'unknown_parameter', param: 'session.input_audio_format' },
    ],
    [
      'an unknown field of turn detection',
      { ...telephone, audio: { input: { turn_detection: { ...input.turn_detection, eagerness: 'low' } } } },
      { code: 'unknown_parameter', param: 'session.audio.input.turn_detection.eagerness' },
    ],
    ['no type', { instructions: 'Hi' }, { code: 'missing_required_parameter', param: 'session.type' }],
    [
      'two modalities',
      { ...telephone, output_modalities: ['audio', 'text'] },
      { code: 'invalid_value', param: 'session.output_modalities' },
    ],
    [
      'a tool without a type',
      { ...telephone, tools: [{ name: 'end_call' }] },
      { code: 'missing_required_parameter', param: 'session.tools[0].type' },
    ],
    [
      'another model',
      { ...telephone, model: 'gpt-realtime-2' },
      { code: 'invalid_value', param: 'session.model' },
    ],
  ])('%s', async (_what, session, refusal) => {
    const client = connect();
    await client.events.until('session.created');
    expect(await client.refusal({ type: 'session.update', session })).toEqual(refusal);
    expect(client.events.ofType('session.updated')).toEqual([]);
  });

  test('a flat session of the retired protocol closes the connection', async () => {
    const client = connect();
    await client.events.until('session.created');
    client.send({
      type: 'session.update',
      session: { modalities: ['audio'], voice: 'alloy', input_audio_format: 'g711_ulaw' },
    });
    expect(await client.closed).toMatchObject({ code: 4000 });
    expect(client.events.ofType('error')[0]?.error).toMatchObject({ code: 'beta_api_shape_disabled' });
  });

  test('another voice once the first was heard', async () => {
    const client = await ready();
    const other = { type: 'realtime', audio: { output: { voice: 'cedar' } } };
    client.send({ type: 'session.update', session: other });
    await client.events.untilCount('session.updated', 2);
    client.send({ type: 'response.create' });
    await client.events.until('response.done');
    const back = { type: 'realtime', audio: { output: { voice: 'marin' } } };
    expect(await client.refusal({ type: 'session.update', session: back })).toMatchObject({
      code: 'cannot_update_voice',
    });
    client.send({ type: 'session.update', session: other });
    await client.events.untilCount('session.updated', 3);
  });
});

describe('events', () => {
  test.each([
    ['an unknown event', { type: 'response.audio.delta' }, { code: 'invalid_value', param: 'type' }],
    [
      'an unknown field',
      { type: 'response.cancel', reason: 'x' },
      { code: 'unknown_parameter', param: 'reason' },
    ],
    ['a cancel with nothing running', { type: 'response.cancel' }, { code: 'response_cancel_not_active' }],
    ['an empty commit', { type: 'input_audio_buffer.commit' }, { code: 'input_audio_buffer_commit_empty' }],
    [
      'no base64',
      { type: 'input_audio_buffer.append', audio: '"}' },
      { code: 'invalid_value', param: 'audio' },
    ],
    [
      'an append of more than 15 MiB',
      { type: 'input_audio_buffer.append', audio: 'AAAA'.repeat((15 * 1024 * 1024) / 3 + 1) },
      { code: 'invalid_value', param: 'audio' },
    ],
    [
      'past speech of the agent as audio',
      {
        type: 'conversation.item.create',
        item: { type: 'message', role: 'assistant', content: [{ type: 'output_audio' }] },
      },
      { code: 'missing_required_parameter', param: 'item.content[0].text' },
    ],
    [
      'the result of a call that does not exist',
      {
        type: 'conversation.item.create',
        item: { type: 'function_call_output', call_id: 'x', output: '{}' },
      },
      { code: 'invalid_tool_call_id', param: 'item.call_id' },
    ],
    [
      'truncating an item that does not exist',
      { type: 'conversation.item.truncate', item_id: 'item_999', content_index: 0, audio_end_ms: 0 },
      { code: 'item_truncate_invalid_item_id', param: 'item_id' },
    ],
    [
      'truncating at a fraction of a millisecond',
      { type: 'conversation.item.truncate', item_id: 'item_999', content_index: 0, audio_end_ms: 12.5 },
      { code: 'invalid_type', param: 'audio_end_ms' },
    ],
  ])('%s', async (_what, event, refusal) => {
    const client = await ready();
    expect(await client.refusal(event)).toMatchObject(refusal);
  });

  test('truncating past the end of the audio, and an item without audio', async () => {
    const client = await ready();
    service.answers(speak('Good morning.'));
    client.send({ type: 'response.create' });
    const added = await client.events.until('response.output_item.added');
    await client.events.until('response.done');
    const { id } = added.item as { id: string };
    const cut = (ms: number) => ({
      ...{ type: 'conversation.item.truncate', item_id: id, content_index: 0, audio_end_ms: ms },
    });
    expect(await client.refusal(cut(781))).toEqual({ code: 'invalid_value', param: 'audio_end_ms' });
    client.send(cut(780));
    expect(await client.events.until('conversation.item.truncated')).toMatchObject({ audio_end_ms: 780 });

    client.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', id: 'said', content: [{ type: 'input_text', text: 'Hi' }] },
    });
    expect(await client.refusal({ ...cut(0), item_id: 'said' })).toMatchObject({
      code: 'unsupported_content_type',
    });
  });

  test('a second response while one is active', async () => {
    const client = await ready();
    service.answers(stall);
    client.send({ type: 'response.create' });
    await client.events.until('response.created');
    expect(await client.refusal({ type: 'response.create', event_id: 'mine' })).toMatchObject({
      code: 'conversation_already_has_active_response',
    });
    expect(client.events.ofType('error')[0]?.error).toMatchObject({ event_id: 'mine' });
  });
});
