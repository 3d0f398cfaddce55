import { describe, expect, test } from 'vitest';
import { endCall, SessionDriver } from '../../../testing/voice/session/session-driver.ts';
import type { ToolCall } from '../../ports/voice-tools.ts';

const pressOne: ToolCall = { name: 'send_digits', input: { digits: '1w2' } };
const transfer: ToolCall = { name: 'transfer_call', input: { reason: 'Wants a person.' } };
const doNotCall: ToolCall = { name: 'do_not_call', input: {} };

/** What the model was shown last. */
function shown(call: SessionDriver) {
  return call.effectsOf('respond').at(-1)?.history ?? [];
}

function toolsShown(call: SessionDriver): string[] {
  return shown(call).flatMap((line) =>
    line.kind === 'tool' ? [`${line.call.name}: ${line.result.status}`] : [],
  );
}

describe('VS31 the model is shown what it did', () => {
  test('behind the words it came with and before what was said after it', () => {
    const call = SessionDriver.answered();
    call.callerSays('For English press one.');
    call.reply('One moment.', pressOne);
    call.playOut();
    call.callerSays('Thank you. Connecting.');
    expect(shown(call).slice(2)).toEqual([
      { kind: 'agent', text: 'One moment.', interrupted: false },
      {
        ...{ kind: 'tool', id: 'call00001', call: pressOne },
        result: { status: 'done', detail: 'Pressed 1 2.' },
      },
      { kind: 'said', text: 'Thank you. Connecting.' },
    ]);
  });

  test('a key press without a word is no longer missing in the next prompt', () => {
    const call = SessionDriver.answered();
    call.callerSays('For English press one.');
    call.reply('', pressOne);
    call.callerSays('Which department?');
    expect(toolsShown(call)).toEqual(['send_digits: done']);
  });

  test('and each call has an id of its own', () => {
    const call = SessionDriver.answered();
    call.callerSays('For English press one.');
    call.reply('', pressOne, doNotCall);
    call.callerSays('And now two.');
    call.reply('', pressOne);
    call.callerSays('And now three.');
    const ids = shown(call).flatMap((line) => (line.kind === 'tool' ? [line.id] : []));
    expect(ids).toEqual(['call00001', 'call00002', 'call00003']);
  });

  test('a transfer that nobody can take is refused, and the model is asked again with that before it', () => {
    const call = SessionDriver.answered({ canTransfer: false });
    call.callerSays('A person, please.');
    call.reply('', transfer);
    expect(call.effectsOf('respond').at(-1)?.attempt).toBe(2);
    expect(toolsShown(call)).toEqual(['transfer_call: refused']);
  });

  test('a transfer that the carrier refuses has failed', () => {
    const call = SessionDriver.answered();
    call.callerSays('A person, please.');
    call.reply('I am connecting you.', transfer);
    call.playOut();
    call.send({ type: 'control.transferFailed' });
    call.playOut();
    call.callerSays('Oh well.');
    expect(toolsShown(call)).toEqual(['transfer_call: failed']);
  });

  test('forbids that a goodbye which was called off stands there as done', () => {
    const call = SessionDriver.answered();
    call.callerSays('That is all.');
    call.reply('Goodbye.', endCall);
    call.callerSays('Wait, one more thing.');
    expect(toolsShown(call)).toEqual(['end_call: refused']);
  });

  test('forbids that an end stands there as to come when its turn was dropped before it was complete', () => {
    const call = SessionDriver.answered();
    call.callerSays('That is all.');
    const itemId = call.turnId();
    call.send({ type: 'engine.toolCall', itemId, call: endCall });
    call.send({ type: 'carrier.prompt', text: 'Wait,', last: false });
    call.callerSays('Wait, one more thing.');
    expect(toolsShown(call)).toEqual(['end_call: refused']);
  });

  test('forbids that a call is shown or stored with characters that cannot be stored', () => {
    const call = SessionDriver.answered();
    call.callerSays('For English press one.');
    call.reply('One moment.', { name: 'transfer_call', input: { reason: 'a\u0000b' } });
    call.playOut();
    call.callerSays('Hello?');
    expect(toolsShown(call)).toEqual(['transfer_call: refused']);
    expect(JSON.stringify(shown(call))).not.toContain('\\u0000');
  });

  test('forbids calls without end in one turn', () => {
    const call = SessionDriver.answered();
    call.callerSays('For English press one.');
    call.reply('', ...Array.from({ length: 1_000 }, () => pressOne));
    call.callerSays('Thank you.');
    expect(toolsShown(call)).toHaveLength(16);
    expect(call.effectsOf('sendDigits')).toHaveLength(16);
  });

  test('forbids a place of its own in the transcript', () => {
    const call = SessionDriver.answered();
    call.callerSays('That is all.');
    call.reply('Goodbye.', endCall);
    call.playOut();
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.segments().map(({ ordinal }) => ordinal)).toEqual([0, 1, 2]);
  });
});

describe('VS31 an engine that keeps the conversation itself is told', () => {
  function asked(over: ConstructorParameters<typeof SessionDriver>[0] = {}): SessionDriver {
    const call = SessionDriver.answered({ speech: 'audio', opening: '', ...over });
    call.send({ type: 'engine.speechStarted', itemId: 'u1' });
    call.send({ type: 'engine.speechStopped', itemId: 'u1' });
    call.send({ type: 'engine.userText', itemId: 'u1', text: 'A person, please.' });
    return call;
  }

  test('at once what became of its call, and later where it turns out otherwise', () => {
    const call = asked();
    call.send({ type: 'engine.audio', itemId: 'r1', ms: 2_000, payload: 'AAAA' });
    call.send({ type: 'engine.toolCall', itemId: 'r1', callId: 'c1', call: endCall });
    call.send({ type: 'engine.done', itemId: 'r1' });
    call.send({ type: 'engine.speechStarted', itemId: 'u2' });
    expect(call.effectsOf('toolResult')).toMatchObject([
      { callId: 'c1', result: { status: 'pending' } },
      { callId: 'c1', result: { status: 'refused' } },
    ]);
  });

  test.each([
    ['a transfer that nobody can take', transfer],
    ['keys that cannot be pressed there', pressOne],
  ])('that %s was refused', (_what, tool) => {
    const call = asked({ canTransfer: false });
    call.send({ type: 'engine.toolCall', itemId: 'r1', callId: 'c1', call: tool });
    expect(call.effectsOf('toolResult')).toMatchObject([{ callId: 'c1', result: { status: 'refused' } }]);
    expect(call.effectsOf('sendDigits')).toEqual([]);
  });

  test('forbids that a call which comes too late is left without a result, or is said to be done', () => {
    const call = asked();
    call.send({ type: 'engine.audio', itemId: 'r1', ms: 2_000, payload: 'AAAA' });
    call.send({ type: 'engine.speechStarted', itemId: 'u2' });
    call.send({ type: 'engine.toolCall', itemId: 'r1', callId: 'c1', call: doNotCall });
    expect(call.effectsOf('toolResult')).toMatchObject([{ callId: 'c1', result: { status: 'refused' } }]);
    expect(call.effectsOf('doNotCall')).toEqual([]);
  });
});
