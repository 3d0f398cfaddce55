import { describe, expect, test } from 'vitest';
import { SessionDriver, settings } from '../../../testing/voice/session/session-driver.ts';

/** Final entries: the speaker, and how long after the beginning of the session. */
const timesOf = (call: SessionDriver, start: number) =>
  call.segments().map(({ speaker, at }) => [speaker, at - start]);

describe('VS11, RC16: an entry of the agent has the time at which it is first heard', () => {
  test('as the carrier reports it', () => {
    const call = new SessionDriver();
    const start = call.at;
    call.send({ type: 'carrier.started' });
    call.advance(1_300);
    call.send({ type: 'carrier.heard', itemId: 'item-1', since: call.at });
    call.advance(3_000);
    call.send({ type: 'carrier.heard', itemId: 'item-1', since: call.at });
    call.playOut();
    expect(timesOf(call, start)).toEqual([['agent', 1_300]]);
  });

  test('also in what is stored while it is being said', () => {
    const call = new SessionDriver();
    const start = call.at;
    call.send({ type: 'carrier.started' });
    call.advance(900);
    call.send({ type: 'carrier.heard', itemId: 'item-1', since: call.at });
    call.send({ type: 'carrier.played', itemId: 'item-1', characters: 5 });
    call.advance(500);
    expect(call.effectsOf('save').map(({ segment, final }) => [segment.at - start, final])).toEqual([
      [900, false],
    ]);
  });

  test('an answer that waits for what plays before it has a time of its own, and keeps its place', () => {
    const call = new SessionDriver();
    const start = call.at;
    call.send({ type: 'carrier.started' });
    call.advance(500);
    call.callerSays('Hello?');
    call.reply('I am calling about Tuesday.');
    call.advance(800);
    call.send({ type: 'carrier.heard', itemId: 'item-1', since: call.at });
    call.advance(3_000);
    call.send({ type: 'carrier.played', itemId: 'item-1', characters: 45 });
    call.advance(250);
    call.send({ type: 'carrier.heard', itemId: 'item-3', since: call.at });
    call.playOut();
    expect(timesOf(call, start)).toEqual([
      ['agent', 1_300],
      ['user', 500],
      ['agent', 4_550],
    ]);
  });

  test('one that is interrupted too', () => {
    const call = new SessionDriver();
    const start = call.at;
    call.send({ type: 'carrier.started' });
    call.advance(700);
    call.send({ type: 'carrier.heard', itemId: 'item-1', since: call.at });
    call.advance(600);
    call.send({ type: 'carrier.interrupt', heard: 'Hello, this' });
    expect(timesOf(call, start)).toEqual([['agent', 700]]);
    expect(call.transcript()).toEqual(['agent: Hello, this*']);
  });

  test('where the carrier reports nothing, it is the time at which its text was sent', () => {
    const call = new SessionDriver();
    const start = call.at;
    call.send({ type: 'carrier.started' });
    call.advance(8_000);
    expect(timesOf(call, start)).toEqual([['agent', 0]]);
  });

  test('reports about what is over, or was never said, change nothing', () => {
    const call = SessionDriver.answered();
    const before = call.state;
    for (const itemId of ['item-1', 'item-9'])
      expect(call.send({ type: 'carrier.heard', itemId, since: call.at })).toEqual([]);
    expect(call.state).toEqual(before);
  });
});

describe('RC16: on audio', () => {
  function answering(): SessionDriver {
    const call = SessionDriver.answered({ speech: 'audio', opening: '' });
    call.send({ type: 'engine.speechStarted', itemId: 'u1' });
    call.send({ type: 'engine.speechStopped', itemId: 'u1' });
    call.send({ type: 'engine.userText', itemId: 'u1', text: 'Hello?' });
    call.send({ type: 'engine.agentText', itemId: 'r1', text: 'Tuesday.' });
    call.advance(100);
    call.send({ type: 'engine.audio', itemId: 'r1', ms: 500, payload: 'AAAA' });
    return call;
  }

  test('it is found by the marks, the least late of them', () => {
    const call = answering();
    const sentAt = call.at;
    call.send({ type: 'engine.done', itemId: 'r1' });
    call.advance(480);
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 200 });
    call.advance(150);
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 500 });
    expect(call.segments().at(-1)).toMatchObject({ speaker: 'agent', at: sentAt + 130 });
  });

  test('a mark does not put it before its first sound', () => {
    const call = answering();
    const begunAt = call.at - 100;
    call.send({ type: 'engine.done', itemId: 'r1' });
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 500 });
    expect(call.segments().at(-1)).toMatchObject({ speaker: 'agent', at: begunAt });
  });

  test('an answer behind another is heard when that is over', () => {
    const call = answering();
    const sentAt = call.at;
    call.send({ type: 'engine.done', itemId: 'r1' });
    call.send({ type: 'engine.agentText', itemId: 'r2', text: 'At ten.' });
    call.send({ type: 'engine.audio', itemId: 'r2', ms: 400, payload: 'AAAA' });
    call.send({ type: 'engine.done', itemId: 'r2' });
    call.advance(500);
    call.send({ type: 'carrier.mark', itemId: 'r1', ms: 500 });
    call.advance(400);
    call.send({ type: 'carrier.mark', itemId: 'r2', ms: 400 });
    expect(call.segments().map(({ text, at }) => [text, at - sentAt])).toEqual([
      ['Hello?', -100],
      ['Tuesday.', 0],
      ['At ten.', 500],
    ]);
  });
});

test('the places of entries do not depend on when they are heard', () => {
  const call = new SessionDriver();
  call.send({ type: 'carrier.started' });
  call.callerSays('Hello?');
  call.advance(1_300);
  call.send({ type: 'carrier.heard', itemId: 'item-1', since: call.at });
  call.send({ type: 'carrier.played', itemId: 'item-1', characters: 45 });
  expect(call.transcript()).toEqual([`agent: ${settings.opening}`, 'user: Hello?']);
});
