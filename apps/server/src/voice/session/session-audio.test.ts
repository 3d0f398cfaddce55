import { describe, expect, test } from 'vitest';
import { Driver, endCall, only } from './testing/driver.ts';

function talking(): Driver {
  const call = Driver.answered({ speech: 'audio', opening: '' });
  call.send({ type: 'engine.speechStarted', itemId: 'u1' });
  call.send({ type: 'engine.speechStopped', itemId: 'u1' });
  call.send({ type: 'engine.userText', itemId: 'u1', text: 'Hello?' });
  call.send({ type: 'engine.agentText', itemId: 'r1', text: 'Your appointment is on Tuesday at ten.' });
  for (let part = 0; part < 4; part += 1) {
    call.send({ type: 'engine.audio', itemId: 'r1', ms: 500, payload: 'AAAA' });
  }
  return call;
}

describe('VS8 barge-in on audio', () => {
  test('is clear, then truncate of that item at its own played time', () => {
    const call = talking();
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 1_000 });
    const effects = call.send({ type: 'engine.speechStarted', itemId: 'u2' });
    expect(effects.slice(0, 2)).toEqual([{ type: 'clear' }, { type: 'truncate', itemId: 'r1', ms: 1_000 }]);
    expect(call.transcript().at(-1)).toBe('agent: Your appointment is*');
  });

  test('each item has its own time', () => {
    const call = talking();
    call.send({ type: 'engine.done', itemId: 'r1' });
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 2_000 });
    call.send({ type: 'engine.speechStarted', itemId: 'u2' });
    call.send({ type: 'engine.speechStopped', itemId: 'u2' });
    call.send({ type: 'engine.agentText', itemId: 'r2', text: 'Of course.' });
    call.send({ type: 'engine.audio', itemId: 'r2', ms: 500, payload: 'AAAA' });
    const effects = call.send({ type: 'engine.speechStarted', itemId: 'u3' });
    expect(only(effects, 'truncate')).toEqual([{ type: 'truncate', itemId: 'r2', ms: 0 }]);
  });

  test('forbids taking a mark that comes back after clear for playback', () => {
    const call = talking();
    call.send({ type: 'engine.speechStarted', itemId: 'u2' });
    expect(call.send({ type: 'carrier.mark', itemId: 'r1', ms: 2_000 })).toEqual([]);
    expect(call.send({ type: 'engine.audio', itemId: 'r1', ms: 500, payload: 'AAAA' })).toEqual([]);
    expect(call.transcript()).toEqual(['user: Hello?']);
  });
});

describe('the same laws hold on audio', () => {
  test('VS2 an engine that answers nothing is asked, then the session apologises', () => {
    const call = Driver.answered({ speech: 'audio', opening: '' });
    call.send({ type: 'engine.speechStarted', itemId: 'u1' });
    call.send({ type: 'engine.speechStopped', itemId: 'u1' });
    expect(only(call.pass(8_000), 'think')).toMatchObject([{ attempt: 2 }]);
    expect(only(call.pass(8_000), 'sayText')).toHaveLength(1);
  });

  test('VS21 the goodbye is played before the line drops', () => {
    const call = talking();
    call.send({ type: 'engine.toolCall', itemId: 'r1', call: endCall });
    call.send({ type: 'engine.done', itemId: 'r1' });
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 1_500 });
    expect(call.all('end')).toEqual([]);
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 2_000 });
    expect(call.all('end')).toHaveLength(1);
  });

  test('VS27 an answer is timed to its first sound', () => {
    const call = Driver.answered({ speech: 'audio', opening: '' });
    call.send({ type: 'engine.speechStarted', itemId: 'u1' });
    call.send({ type: 'engine.speechStopped', itemId: 'u1' });
    call.pass(200);
    call.send({ type: 'engine.agentText', itemId: 'r1', text: 'Good morning.' });
    call.pass(90);
    call.send({ type: 'engine.audio', itemId: 'r1', ms: 500, payload: 'AAAA' });
    expect(call.news('turn')).toEqual([{ kind: 'turn', timing: { firstTokenMs: 200, firstSpeechMs: 290 } }]);
  });

  test('what the other party says goes to the engine', () => {
    const call = Driver.answered({ speech: 'audio', opening: '' });
    expect(call.send({ type: 'carrier.media', payload: '////' })).toEqual([
      { type: 'appendAudio', payload: '////' },
    ]);
  });
});
