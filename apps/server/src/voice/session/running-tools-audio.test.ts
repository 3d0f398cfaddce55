import { describe, expect, test } from 'vitest';
import { findTimes, ofType, SessionDriver } from '../../../testing/voice/session/session-driver.ts';
import { englishPhrases } from './settings.ts';

const times = '10:00';

/** A speech engine has called a tool after what the other party said, with or without words. */
function asked(words = ''): SessionDriver {
  const call = SessionDriver.answered({ speech: 'audio', opening: '' });
  speaks(call, 'u1');
  if (words !== '') {
    call.send({ type: 'engine.agentText', itemId: 'r1', text: words });
    call.send({ type: 'engine.audio', itemId: 'r1', ms: 1_000, payload: 'AAAA' });
  }
  call.send({ type: 'engine.toolCall', itemId: 'r1', callId: 'c1', call: findTimes });
  call.send({ type: 'engine.done', itemId: 'r1' });
  return call;
}

function speaks(call: SessionDriver, itemId: string): void {
  call.send({ type: 'engine.speechStarted', itemId });
  call.send({ type: 'engine.speechStopped', itemId });
  call.send({ type: 'engine.userText', itemId, text: 'Yes?' });
}

describe('VS33 a speech engine gets each result at once', () => {
  test('and is asked for an answer when nobody speaks', () => {
    const call = asked();
    const effects = call.toolAnswers('c1', times);
    const done = effects.filter(({ type }) => type !== 'publish');
    expect(done.slice(0, 2)).toMatchObject([
      { type: 'toolResult', callId: 'c1', result: { status: 'done', detail: times } },
      { type: 'respond' },
    ]);
  });

  test('and its announcement is played to the end', () => {
    const call = asked('One moment.');
    const effects = call.toolAnswers('c1', times);
    expect(ofType(effects, 'respond')).toHaveLength(1);
    expect(ofType(effects, 'clear')).toEqual([]);
    expect(ofType(effects, 'truncate')).toEqual([]);
    expect(call.state.pendingPlayout).toHaveLength(1);
  });

  test('while they speak it is not asked, because it answers them by itself', () => {
    const call = asked();
    call.send({ type: 'engine.speechStarted', itemId: 'u2' });
    const effects = call.toolAnswers('c1', times);
    expect(ofType(effects, 'toolResult')).toHaveLength(1);
    call.send({ type: 'engine.speechStopped', itemId: 'u2' });
    call.send({ type: 'engine.audio', itemId: 'r2', ms: 500, payload: 'AAAA' });
    call.send({ type: 'engine.done', itemId: 'r2' });
    expect(call.effectsOf('respond')).toEqual([]);
  });

  test('while it answers something else it is asked after that', () => {
    const call = asked();
    speaks(call, 'u2');
    call.send({ type: 'engine.audio', itemId: 'r2', ms: 500, payload: 'AAAA' });
    expect(ofType(call.toolAnswers('c1', times), 'respond')).toEqual([]);
    call.send({ type: 'engine.done', itemId: 'r2' });
    expect(call.effectsOf('respond')).toHaveLength(1);
  });

  test('forbids a request for what it will say by itself, when they speak before the request', () => {
    const call = asked();
    speaks(call, 'u2');
    call.send({ type: 'engine.audio', itemId: 'r2', ms: 500, payload: 'AAAA' });
    call.toolAnswers('c1', times);
    call.send({ type: 'engine.speechStarted', itemId: 'u3' });
    call.send({ type: 'engine.speechStopped', itemId: 'u3' });
    call.send({ type: 'engine.audio', itemId: 'r3', ms: 500, payload: 'AAAA' });
    call.send({ type: 'engine.done', itemId: 'r3' });
    expect(call.effectsOf('respond')).toEqual([]);
  });
});

describe('VS35 a speech engine that lies', () => {
  test('and names one call twice gets one result', () => {
    const call = asked();
    call.send({ type: 'engine.toolCall', itemId: 'r1', callId: 'c1', call: findTimes });
    call.toolAnswers('c1', times);
    expect(call.effectsOf('runTool')).toHaveLength(1);
    expect(call.effectsOf('toolResult')).toHaveLength(1);
  });

  test('forbids that a tool runs before anybody has spoken', () => {
    const call = new SessionDriver({ speech: 'audio' });
    call.send({ type: 'carrier.started' });
    call.send({ type: 'engine.toolCall', itemId: call.turnId(), callId: 'c1', call: findTimes });
    expect(call.effectsOf('runTool')).toEqual([]);
    expect(call.effectsOf('toolResult')).toMatchObject([{ result: { status: 'refused' } }]);
  });
});

describe('VS36 on audio', () => {
  test('the engine says the fillers', () => {
    const call = asked();
    call.advance(800);
    expect(call.effectsOf('sayText').map(({ text }) => text)).toEqual([englishPhrases.fillers[0]]);
  });

  test('forbids a filler while they speak', () => {
    const call = asked();
    call.send({ type: 'engine.speechStarted', itemId: 'u2' });
    call.advance(5_000);
    expect(call.effectsOf('sayText')).toEqual([]);
  });
});
