import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RealtimeHarness } from '../../../testing/openai-realtime/realtime-harness.ts';
import { call, fail, incomplete, speak, stall } from '../../../testing/realtime/plan.ts';
import { speechMs } from '../../../testing/realtime/speech.ts';

let harness: RealtimeHarness;
beforeEach(async () => {
  harness = await RealtimeHarness.start();
});
afterEach(() => harness.stop());

const sentence = 'We have a place on Tuesday at ten, or on Thursday at four.';

test('a sentence to say is requested literally and arrives under its item id', async () => {
  const { session, heard, other } = await harness.listening();
  session.say('item-1', 'Good morning, this is the assistant of the practice.');
  await heard.until('engine.done', ({ itemId }) => itemId === 'item-1');
  expect(heard.words('item-1')).toBe('Good morning, this is the assistant of the practice.');
  expect(heard.text('item-1')).toBe('Good morning, this is the assistant of the practice.');
  const sent = other.sent.ofType('response.output_audio.delta').map(({ delta }) => delta);
  expect(heard.ofType('engine.audio').map(({ payload }) => payload)).toEqual(sent);
  expect(heard.ms('item-1')).toBe(speechMs('Good morning, this is the assistant of the practice.'));
  expect(other.received.ofType('response.create')[0]?.response).toMatchObject({ tool_choice: 'none' });
});

test('what the caller says is answered by itself, under a name of the service', async () => {
  harness.service.answers(speak(sentence));
  const { heard, other } = await harness.listening();
  const itemId = other.callerSays('When can I come?');
  const { itemId: answer } = await heard.until('engine.done');
  expect(heard.log.types().slice(0, 2)).toEqual(['engine.speechStarted', 'engine.speechStopped']);
  expect(heard.ofType('engine.speechStopped')).toEqual([{ type: 'engine.speechStopped', itemId }]);
  expect(await heard.until('engine.userText')).toEqual({
    ...{ type: 'engine.userText', itemId, text: 'When can I come?' },
  });
  expect(heard.words(answer)).toBe(sentence);
  expect(other.received.ofType('response.create')).toEqual([]);
});

test('keys and silence are sent before the response is requested', async () => {
  const { session, heard, other } = await harness.listening();
  session.respond('item-1', [{ kind: 'pressed', digits: '1#' }, { kind: 'silence' }]);
  await heard.until('engine.done');
  expect(other.history()).toEqual([
    'system: The other party pressed these keys: 1 #.',
    'system: The other party said nothing.',
    'assistant: All right.',
  ]);
});

test('texts come late, out of order, or not at all', async () => {
  harness.service.answerWith(() => speak('Yes.'));
  const { heard, other } = await harness.listening();
  other.transcripts.hold();
  const ids = [other.callerStarts('One.')];
  other.callerStops();
  await heard.until('engine.done');
  ids.push(other.callerSays('Two.'));
  await heard.log.untilCount('engine.done', 2);
  other.transcripts.complete(ids[1] ?? '');
  other.transcripts.fail(ids[0] ?? '');
  await heard.log.untilCount('engine.userText', 2);
  expect(heard.ofType('engine.userText').map(({ itemId, text }) => [itemId, text])).toEqual([
    [ids[1], 'Two.'],
    [ids[0], ''],
  ]);
});

describe('tools', () => {
  test('a call is told after the words and before the end, and takes its result', async () => {
    harness.service.answers([speak('Goodbye.'), call('end_call', { reason: 'finished' })]);
    const { session, heard, other } = await harness.listening();
    session.respond('item-1', []);
    await heard.until('engine.done');
    expect([...new Set(heard.log.types())]).toEqual([
      'engine.agentText',
      'engine.audio',
      'engine.toolCall',
      'engine.done',
    ]);
    expect(heard.ofType('engine.toolCall')).toEqual([
      {
        type: 'engine.toolCall',
        itemId: 'item-1',
        callId: expect.any(String),
        call: { name: 'end_call', input: { reason: 'finished' } },
      },
    ]);
    const { callId = '' } = await heard.until('engine.toolCall');
    session.toolResult(callId, { status: 'pending', detail: 'The line drops once your words were heard.' });
    session.toolResult(callId, { status: 'refused', detail: 'They went on talking.' });
    session.toolResult('another call', { status: 'done', detail: 'Nobody asked.' });
    session.say('item-2', 'One more thing.');
    await heard.until('engine.done', ({ itemId }) => itemId === 'item-2');
    expect(other.history()).toEqual([
      'assistant: Goodbye.',
      'function_call: {"reason":"finished"}',
      'function_call_output: {"status":"pending","detail":"The line drops once your words were heard."}',
      'user: [Later result of your call of end_call: {"status":"refused","detail":"They went on talking."}]',
      'assistant: One more thing.',
    ]);
  });

  test('a session that takes over from a lost one knows what was done, and with what result', async () => {
    harness.service.answers(speak('Go on.'));
    const { session, heard, other } = await harness.listening({
      history: [
        { kind: 'said', text: 'Bye.' },
        { kind: 'agent', text: 'Goodbye.', interrupted: true },
        {
          ...{ kind: 'tool', id: 'call_1', call: { name: 'end_call', input: { reason: 'finished' } } },
          result: { status: 'refused', detail: 'They went on talking.' },
        },
      ],
    });
    session.respond('item-1', []);
    await heard.until('engine.done');
    expect(harness.warnings).toEqual([]);
    expect(other.history().slice(0, 4)).toEqual([
      'user: Bye.',
      'assistant: Goodbye.',
      'function_call: {"reason":"finished"}',
      'function_call_output: {"status":"refused","detail":"They went on talking."}',
    ]);
  });

  test.each([
    ['a tool it was not given', call('transfer_call', { reason: 'x' }), 'transfer_call', { reason: 'x' }],
    ['a tool that does not exist', call('order_pizza', {}), 'order_pizza', {}],
    ['arguments that do not fit', call('end_call', { reason: 'because' }), 'end_call', { reason: 'because' }],
    ['arguments that are no JSON', call('end_call', '{"reason":'), 'end_call', undefined],
  ])('%s is reported as it was called; the session decides', async (_what, plan, name, input) => {
    harness.service.answers(plan);
    const { session, heard } = await harness.listening();
    session.respond('item-1', []);
    await heard.until('engine.done');
    expect(heard.ofType('engine.toolCall').map(({ call: made }) => made)).toEqual([{ name, input }]);
  });

  test('the same call twice is reported once', async () => {
    harness.service.answers([call('end_call', {}, 'call_same'), call('end_call', {}, 'call_same')]);
    const { session, heard } = await harness.listening();
    session.respond('item-1', []);
    await heard.until('engine.done');
    expect(heard.ofType('engine.toolCall')).toHaveLength(1);
  });

  test('a session that takes over gets the answer of a tool that was running', async () => {
    harness.service.holdUpdates();
    const { session } = harness.connect({
      history: [
        { kind: 'said', text: 'Is there a time?' },
        {
          ...{ kind: 'tool', id: 'call_1', call: { name: 'find_times', input: {} } },
          result: { status: 'running', detail: 'No answer yet.' },
        },
      ],
    });
    // The answer comes before the new connection is ready.
    session.toolResult('call_1', { status: 'done', detail: '10:00' });
    const other = await harness.service.session();
    await other.received.until('session.update');
    other.answerUpdate();
    await other.received.untilCount('conversation.item.create', 3);
    expect(other.history()).toEqual([
      'user: Is there a time?',
      'function_call: {}',
      'function_call_output: {"status":"done","detail":"10:00"}',
    ]);
    expect(other.sent.ofType('error')).toEqual([]);
  });
});

describe('an answer that fails', () => {
  test.each([
    ['too many requests', fail('rate_limit_exceeded', 'tokens'), 'busy', true],
    ['a fault of the service', fail(null), 'busy', true],
    ['no money', fail('insufficient_quota', 'invalid_request_error'), 'refused', false],
    ['no such model', fail('model_not_found', 'invalid_request_error'), 'refused', false],
  ])('%s', async (_what, plan, kind, retryable) => {
    harness.service.answers(plan, speak('Now it works.'));
    const { session, heard } = await harness.listening();
    session.respond('item-1', []);
    expect(await heard.until('engine.failed')).toEqual({
      ...{ type: 'engine.failed', itemId: 'item-1', kind, retryable },
    });
    session.respond('item-2', []);
    await heard.until('engine.done', ({ itemId }) => itemId === 'item-2');
    expect(heard.words('item-2')).toBe('Now it works.');
  });

  test('one that stops half-way is over all the same', async () => {
    harness.service.answers([speak('I think that'), incomplete('max_output_tokens')]);
    const { session, heard } = await harness.listening();
    session.respond('item-1', []);
    await heard.until('engine.done');
    expect(heard.words('item-1')).toBe('I think that');
  });
});

describe('one answer at a time', () => {
  test('a sentence of our own drops the answer under way and follows it', async () => {
    harness.service.answers(speak(sentence, { holdAfterMs: 400 }));
    const { session, heard, other } = await harness.listening();
    session.respond('item-1', []);
    await heard.log.untilCount('engine.audio', 2);
    session.say('item-2', 'One moment.');
    await heard.until('engine.done', ({ itemId }) => itemId === 'item-2');
    expect(heard.words('item-2')).toBe('One moment.');
    expect(heard.ms('item-1')).toBe(400);
    expect(other.sent.ofType('error')).toEqual([]);
    expect(other.requests().filter((type) => type.startsWith('response'))).toEqual([
      'response.create',
      'response.cancel',
      'response.create',
    ]);
  });

  test('one that crosses an answer to the caller is asked for again after it', async () => {
    harness.service.answers(speak('You are welcome.'));
    const { session, heard, other } = await harness.listening();
    // The service has begun to answer by the time the request arrives, and nobody here knows yet.
    other.callerSays('Thank you.');
    session.say('item-1', 'Are you still there?');
    await heard.until('engine.done', ({ itemId }) => itemId === 'item-1');
    expect(heard.words('item-1')).toBe('Are you still there?');
    expect(other.sent.ofType('error').map(({ error }) => (error as { code: string }).code)).toEqual([
      'conversation_already_has_active_response',
    ]);
    expect(harness.warnings).toEqual([]);
  });

  test('one that is taken back before its turn comes is never asked for', async () => {
    harness.service.answers(stall);
    const { session, heard, other } = await harness.listening();
    other.callerSays('Hello?');
    await other.sent.until('response.created');
    await heard.until('engine.userText');
    session.say('item-1', 'Good morning.');
    session.cancel('item-1');
    session.say('item-2', 'Good evening.');
    await heard.until('engine.done', ({ itemId }) => itemId === 'item-2');
    expect(other.history().filter((line) => line.startsWith('assistant'))).toEqual([
      'assistant: Good evening.',
    ]);
  });
});
