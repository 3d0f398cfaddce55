import { describe, expect, test } from 'vitest';
import { endCall, ofType, SessionDriver, settings } from '../../../testing/voice/session/session-driver.ts';
import { continuesUtterance, passesAudio } from './audio-passthrough.ts';

function talking(): SessionDriver {
  const call = SessionDriver.answered({ speech: 'audio', opening: '' });
  call.send({ type: 'engine.speechStarted', itemId: 'u1' });
  call.send({ type: 'engine.speechStopped', itemId: 'u1' });
  call.send({ type: 'engine.userText', itemId: 'u1', text: 'Hello?' });
  call.send({ type: 'engine.agentText', itemId: 'r1', text: 'You are due on Tuesday at ten.' });
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
    expect(call.transcript().at(-1)).toBe('agent: You are due on*');
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
    expect(ofType(effects, 'truncate')).toEqual([{ type: 'truncate', itemId: 'r2', ms: 0 }]);
  });

  test('forbids taking a mark that comes back after clear for playback', () => {
    const call = talking();
    call.send({ type: 'engine.speechStarted', itemId: 'u2' });
    expect(call.send({ type: 'carrier.mark', itemId: 'r1', ms: 2_000 })).toEqual([]);
    expect(call.send({ type: 'engine.audio', itemId: 'r1', ms: 500, payload: 'AAAA' })).toEqual([]);
    expect(call.transcript()).toEqual(['user: Hello?']);
  });
});

describe('the same rules hold on audio', () => {
  test('VS2 an engine that answers nothing is asked, then the session apologises', () => {
    const call = SessionDriver.answered({ speech: 'audio', opening: '' });
    call.send({ type: 'engine.speechStarted', itemId: 'u1' });
    call.send({ type: 'engine.speechStopped', itemId: 'u1' });
    expect(ofType(call.advance(8_000), 'respond')).toMatchObject([{ attempt: 2 }]);
    expect(ofType(call.advance(8_000), 'sayText')).toHaveLength(1);
  });

  test('VS21 the goodbye is played before the line drops', () => {
    const call = talking();
    call.send({ type: 'engine.toolCall', itemId: 'r1', call: endCall });
    call.send({ type: 'engine.done', itemId: 'r1' });
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 1_500 });
    expect(call.effectsOf('end')).toEqual([]);
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 2_000 });
    expect(call.effectsOf('end')).toHaveLength(1);
  });

  test('VS27 an answer is timed to its first sound', () => {
    const call = SessionDriver.answered({ speech: 'audio', opening: '' });
    call.send({ type: 'engine.speechStarted', itemId: 'u1' });
    call.send({ type: 'engine.speechStopped', itemId: 'u1' });
    call.advance(200);
    call.send({ type: 'engine.agentText', itemId: 'r1', text: 'Good morning.' });
    call.advance(90);
    call.send({ type: 'engine.audio', itemId: 'r1', ms: 500, payload: 'AAAA' });
    expect(call.notifications('turn')).toEqual([
      { kind: 'turn', timing: { firstTokenMs: 200, firstSpeechMs: 290 } },
    ]);
  });

  test('what the other party says goes to the engine, as long as there is a conversation', () => {
    const call = SessionDriver.answered({ speech: 'audio', opening: '' });
    expect(passesAudio(call.state)).toBe(true);
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(passesAudio(call.state)).toBe(false);
  });
});

describe('audio that continues an utterance', () => {
  test('may be played before the session is told, until the next mark is due', () => {
    const call = talking();
    expect(continuesUtterance(call.state, 'r1', 599)).toBe(true);
    expect(continuesUtterance(call.state, 'r1', 600)).toBe(false);
    call.send({ type: 'carrier.audioSent', itemId: 'r1', ms: 580 });
    expect(continuesUtterance(call.state, 'r1', 20)).toBe(false);
    const effects = call.send({ type: 'engine.audio', itemId: 'r1', ms: 20, payload: 'AAAA' });
    expect(ofType(effects, 'mark')).toEqual([{ type: 'mark', itemId: 'r1', ms: 2_600 }]);
  });

  test('has its marks close together in the first second, then far apart, and one at its end', () => {
    const call = SessionDriver.answered({ speech: 'audio', opening: '' });
    call.send({ type: 'engine.speechStarted', itemId: 'u1' });
    call.send({ type: 'engine.speechStopped', itemId: 'u1' });
    for (let sent = 0; sent < 2_500; sent += 20) {
      call.send({ type: 'engine.audio', itemId: 'r1', ms: 20, payload: 'AAAA' });
    }
    call.send({ type: 'engine.done', itemId: 'r1' });
    expect(call.effectsOf('mark').map(({ ms }) => ms)).toEqual([
      200, 400, 600, 800, 1_000, 1_600, 2_200, 2_500,
    ]);
  });

  test('counts for the end of what is heard, and as a sign that the engine speaks', () => {
    const call = talking();
    call.advance(7_000);
    call.send({ type: 'carrier.audioSent', itemId: 'r1', ms: 180 });
    expect(ofType(call.advance(7_000), 'sayText')).toEqual([]);
    call.send({ type: 'engine.done', itemId: 'r1' });
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 2_000 });
    expect(call.transcript()).toEqual(['user: Hello?']);
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 2_180 });
    expect(call.transcript().at(-1)).toBe('agent: You are due on Tuesday at ten.');
  });

  test('forbids playing what nobody waits for, what was cut, and what begins', () => {
    const call = talking();
    expect(continuesUtterance(call.state, 'r2', 20)).toBe(false);
    call.send({ type: 'engine.speechStarted', itemId: 'u2' });
    expect(continuesUtterance(call.state, 'r1', 20)).toBe(false);
    call.send({ type: 'engine.speechStopped', itemId: 'u2' });
    call.send({ type: 'engine.agentText', itemId: 'r2', text: 'Of course.' });
    expect(continuesUtterance(call.state, 'r2', 20)).toBe(false);
  });

  test('forbids playing anything once the line is gone', () => {
    const call = talking();
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(continuesUtterance(call.state, 'r1', 20)).toBe(false);
  });
});

describe('one answer follows another', () => {
  const follows = () => {
    const call = talking();
    call.send({ type: 'engine.done', itemId: 'r1' });
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 1_000 });
    call.send({ type: 'engine.agentText', itemId: 'r2', text: 'Does that suit you?' });
    call.send({ type: 'engine.audio', itemId: 'r2', ms: 600, payload: 'AAAA' });
    return call;
  };

  test('VS7 what is still being heard counts as heard only when it was', () => {
    const call = follows();
    expect(call.transcript()).toEqual(['user: Hello?']);
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 2_000 });
    expect(call.transcript().at(-1)).toBe('agent: You are due on Tuesday at ten.');
    call.send({ type: 'engine.done', itemId: 'r2' });
    call.send({ type: 'carrier.mark', itemId: 'r2', ms: 600 });
    expect(call.transcript().at(-1)).toBe('agent: Does that suit you?');
  });

  test('VS8 barge-in into the first of two cuts it there and leaves nothing of the second', () => {
    const call = follows();
    const effects = call.send({ type: 'engine.speechStarted', itemId: 'u2' });
    expect(ofType(effects, 'clear')).toHaveLength(1);
    expect(ofType(effects, 'truncate')).toEqual([
      { type: 'truncate', itemId: 'r1', ms: 1_000 },
      { type: 'truncate', itemId: 'r2', ms: 0 },
    ]);
    expect(call.transcript()).toEqual(['user: Hello?', 'agent: You are due on*']);
  });

  test('VS15 a line that goes in the first of two leaves what was heard of it', () => {
    const call = follows();
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.transcript()).toEqual(['user: Hello?', 'agent: You are due on*']);
  });

  test('VS19 an answer that breaks off is cut where it was heard, and nothing is stored that nobody said', () => {
    const call = talking();
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 1_000 });
    const asked = call.send({ type: 'engine.failed', itemId: 'r1', kind: 'cut', retryable: true });
    const [again] = ofType(asked, 'respond');
    const itemId = again?.itemId ?? '';
    call.send({ type: 'engine.agentText', itemId, text: 'It is on Tuesday.' });
    const effects = call.send({ type: 'engine.audio', itemId, ms: 500, payload: 'AAAA' });
    call.send({ type: 'engine.done', itemId });
    call.send({ type: 'carrier.mark', itemId, ms: 500 });
    expect(ofType(effects, 'play')).toHaveLength(1);
    expect(call.transcript()).toEqual(['user: Hello?', 'agent: You are due on*', 'agent: It is on Tuesday.']);
  });
});

test('VS19 an engine that speaks without end is stopped, not asked again, and there is an apology', () => {
  const call = talking();
  for (let part = 0; part < 700 && call.state.phase.kind === 'live'; part += 1) {
    call.send({ type: 'engine.audio', itemId: 'r1', ms: 500, payload: 'AAAA' });
  }
  expect(call.effectsOf('play').length).toBeLessThan(650);
  expect(call.effectsOf('cancel')).toEqual([{ type: 'cancel', itemId: 'r1' }]);
  expect(call.effectsOf('sayText').at(-1)?.text).toBe(settings.phrases.apology);
  expect(call.state.phase).toMatchObject({ kind: 'ending', ending: { reason: 'agent_failed' } });
});

test('VS4 somebody who speaks before the opening starts still hears the opening', () => {
  const call = SessionDriver.answered({ speech: 'audio', opening: 'Hello, this is Elm Street Dental.' });
  const [asked] = call.effectsOf('sayText');
  call.send({ type: 'engine.speechStarted', itemId: 'u1' });
  call.send({ type: 'engine.speechStopped', itemId: 'u1' });
  expect(call.effectsOf('cancel')).toEqual([]);
  const itemId = asked?.itemId ?? '';
  call.send({ type: 'engine.agentText', itemId, text: 'Hello, this is Elm Street Dental.' });
  call.send({ type: 'engine.audio', itemId, ms: 500, payload: 'AAAA' });
  expect(call.effectsOf('play')).toHaveLength(1);
});

test('VS4 speech from before the opening is audible does not interrupt it; speech during it does', () => {
  const speaking = () => {
    const call = SessionDriver.answered({ speech: 'audio', opening: 'Hello, this is Elm Street Dental.' });
    const itemId = call.effectsOf('sayText')[0]?.itemId ?? '';
    call.send({ type: 'engine.agentText', itemId, text: 'Hello, this is Elm Street Dental.' });
    call.send({ type: 'engine.audio', itemId, ms: 2_000, payload: 'AAAA' });
    return { call, itemId };
  };
  const early = speaking();
  early.call.send({ type: 'carrier.mark', itemId: early.itemId, ms: 20 });
  expect(ofType(early.call.send({ type: 'engine.speechStarted', itemId: 'u1' }), 'clear')).toEqual([]);
  const late = speaking();
  late.call.send({ type: 'carrier.mark', itemId: late.itemId, ms: 900 });
  expect(ofType(late.call.send({ type: 'engine.speechStarted', itemId: 'u1' }), 'clear')).toHaveLength(1);
});

describe('VS11 speech that goes on', () => {
  test('is stored whole, however long it lasts', () => {
    const call = SessionDriver.answered({ speech: 'audio', opening: '' });
    call.send({ type: 'engine.speechStarted', itemId: 'u1' });
    call.advance(30_000);
    call.send({ type: 'engine.speechStopped', itemId: 'u1' });
    call.send({ type: 'engine.userText', itemId: 'u1', text: 'It is a long story.' });
    expect(call.transcript()).toEqual(['user: It is a long story.']);
  });

  test('forbids talking into it because no words have come yet', () => {
    const call = talking();
    call.send({ type: 'engine.speechStarted', itemId: 'u2' });
    const effects = call.advance(30_000);
    expect(ofType(effects, 'respond')).toEqual([]);
    expect(ofType(effects, 'sayText')).toEqual([]);
  });

  test('of which nobody hears the end is stored when its text comes', () => {
    const call = SessionDriver.answered({ speech: 'audio', opening: '' });
    call.send({ type: 'engine.speechStarted', itemId: 'u1' });
    call.advance(61_000);
    call.send({ type: 'engine.userText', itemId: 'u1', text: 'And so on.' });
    expect(call.transcript()).toEqual(['user: And so on.']);
  });
});

describe('VS30 the last words before a hang-up', () => {
  function speaking(): SessionDriver {
    const call = talking();
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 1_000 });
    call.send({ type: 'engine.speechStarted', itemId: 'u2' });
    return call;
  }

  test('are stored when their text comes after the line has gone', () => {
    const call = speaking();
    const effects = call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(ofType(effects, 'endOfAudio')).toHaveLength(1);
    expect(call.notifications('closed')).toEqual([]);
    call.advance(400);
    call.send({ type: 'engine.userText', itemId: 'u2', text: 'I will be there, bye.' });
    expect(call.transcript()).toEqual([
      'user: Hello?',
      'agent: You are due on*',
      'user: I will be there, bye.',
    ]);
    expect(call.notifications('closed')).toMatchObject([{ reason: 'hung_up' }]);
    expect(call.timers()).toEqual([]);
  });

  test('are waited for no longer than they may take', () => {
    const call = speaking();
    call.send({ type: 'carrier.stopped', how: 'dropped' });
    expect(ofType(call.advance(2_499), 'publish')).toEqual([]);
    call.advance(1);
    expect(call.notifications('closed')).toMatchObject([{ reason: 'line_dropped' }]);
    expect(call.transcript().at(-1)).toBe('system: The line dropped during the conversation.');
  });

  test('forbids that anything else happens meanwhile', () => {
    const call = speaking();
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    for (const event of [
      { type: 'carrier.stopped', how: 'dropped' },
      { type: 'carrier.audioSent', itemId: 'r9', ms: 500 },
      { type: 'engine.speechStopped', itemId: 'u2' },
      { type: 'engine.agentText', itemId: 'r9', text: 'And then?' },
      { type: 'engine.audio', itemId: 'r9', ms: 500, payload: 'AAAA' },
      { type: 'control.hangup' },
      { type: 'control.say', text: 'Hello?' },
    ] as const)
      expect(call.send(event)).toEqual([]);
  });

  test('forbids waiting for an engine that is lost', () => {
    const call = speaking();
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    call.send({ type: 'control.crashed' });
    expect(call.notifications('closed')).toMatchObject([{ reason: 'hung_up' }]);
    expect(call.timers()).toEqual([]);
  });

  test('are not waited for where nobody has spoken', () => {
    const call = SessionDriver.answered({ speech: 'audio', opening: '' });
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.notifications('closed')).toHaveLength(1);
  });
});
