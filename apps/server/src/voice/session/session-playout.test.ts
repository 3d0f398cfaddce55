import { describe, expect, test } from 'vitest';
import { endCall, ofType, SessionDriver, settings } from '../../../testing/voice/session/session-driver.ts';

/** Somebody says hello at the very moment at which the agent begins to speak, and the carrier plays on. */
function bothAtOnce(): SessionDriver {
  const call = new SessionDriver();
  call.send({ type: 'carrier.started' });
  call.callerSays('Hello?');
  return call;
}

const spokenItem = ({ state: { agent } }: SessionDriver) =>
  agent.kind === 'speaking' ? agent.utterance.itemId : '';

const first = { type: 'carrier.played', itemId: 'item-1' } as const;

describe('VS29 speech that the carrier did not stop', () => {
  test('is played to its end, the answer behind it, each stored in its place', () => {
    const call = bothAtOnce();
    call.reply('I am calling about Tuesday.');
    expect(call.transcript()).toEqual(['user: Hello?']);
    call.send({ ...first, characters: 45 });
    call.playOut();
    expect(call.transcript()).toEqual([
      `agent: ${settings.opening}`,
      'user: Hello?',
      'agent: I am calling about Tuesday.',
    ]);
  });

  test('is shown to the model as if it were heard', () => {
    const call = bothAtOnce();
    expect(call.effectsOf('respond')[0]?.history).toEqual([
      { kind: 'agent', text: settings.opening, interrupted: false },
      { kind: 'said', text: 'Hello?' },
    ]);
  });

  test('cut after all: it is stored as heard, and what was to follow was never said', () => {
    const call = bothAtOnce();
    call.reply('I am calling about Tuesday.');
    call.send({ type: 'carrier.interrupt', heard: 'Hello, this is the' });
    const asked = call.callerSays('Who is this?');
    expect(call.transcript()).toEqual(['agent: Hello, this is the*', 'user: Hello?', 'user: Who is this?']);
    expect(ofType(asked, 'respond')[0]?.history[0]).toEqual({
      kind: 'agent',
      text: 'Hello, this is the',
      interrupted: true,
    });
  });

  test('cut behind it: it was heard whole', () => {
    const call = bothAtOnce();
    call.reply('I am calling about Tuesday.');
    call.send({ type: 'carrier.interrupt', heard: 'I am calling' });
    expect(call.transcript()).toEqual([`agent: ${settings.opening}`, 'user: Hello?', 'agent: I am calling*']);
  });

  test('where the carrier tells nothing, it takes its time before the next counts as heard', () => {
    const call = bothAtOnce();
    call.reply('Goodbye.', endCall);
    call.advance(4_000);
    expect(call.effectsOf('end')).toEqual([]);
    call.advance(1_000);
    expect(call.transcript()).toEqual([`agent: ${settings.opening}`, 'user: Hello?']);
    expect(call.effectsOf('end')).toEqual([]);
    call.advance(2_500);
    expect(call.effectsOf('end')).toHaveLength(1);
  });

  test.each([
    ['still plays', 0],
    ['was played', 17],
  ])(
    'half an answer that %s is not stored again with what the carrier played after it',
    (_what, characters) => {
      const call = SessionDriver.answered();
      call.callerSays('Yes?');
      const itemId = call.turnId();
      call.send({ type: 'engine.agentText', itemId, text: 'Your appointment is ' });
      call.callerSays('Hello?');
      if (characters > 0) call.send({ type: 'carrier.played', itemId, characters });
      call.reply('One moment, please.');
      call.send({ type: 'carrier.interrupt', heard: 'Your appointment is  One moment' });
      expect(call.transcript().slice(1)).toEqual([
        'user: Yes?',
        'agent: Your appointment is*',
        'user: Hello?',
        'agent: One moment*',
      ]);
    },
  );

  test('two halves of answers that were played are not stored again as the beginning of a third', () => {
    const call = SessionDriver.answered();
    for (const [asked, text] of [
      ['Yes?', 'Your appointment '],
      ['Hello?', 'I am here, '],
      ['Who is it?', 'This is the '],
    ] as const) {
      call.callerSays(asked);
      call.send({ type: 'engine.agentText', itemId: call.turnId(), text });
    }
    for (const { utterance } of call.state.pendingPlayout)
      call.send({ type: 'carrier.played', itemId: utterance.itemId, characters: 100 });
    call.send({ type: 'carrier.interrupt', heard: 'Your appointment  I am here,' });
    expect(call.transcript().filter((line) => line.startsWith('agent'))).toEqual([
      ...[`agent: ${settings.opening}`, 'agent: Your appointment*', 'agent: I am here,*'],
    ]);
  });

  test.each(['One moment, please.', 'One moment'])(
    'a filler that the clock took for played is not stored again when the carrier reports "%s"',
    (heard) => {
      const call = new SessionDriver();
      call.send({ type: 'carrier.started' });
      call.advance(6_000);
      call.callerSays('Yes?');
      call.advance(3_600);
      call.callerSays('My first word is violin.');
      call.reply('I wrote down violin. What comes next?');
      call.advance(3_500);
      const filler = 'agent: One moment, please.*';
      expect(call.transcript()).toContain(filler);
      call.send({ type: 'carrier.interrupt', heard });
      call.callerSays('Please call me back.');
      expect(call.transcript().slice(-4)).toEqual([
        'user: Yes?',
        filler,
        'user: My first word is violin.',
        'user: Please call me back.',
      ]);
    },
  );

  test('half an answer that plays on is stored as the half it is', () => {
    const call = SessionDriver.answered();
    call.callerSays('Yes?');
    call.send({ type: 'engine.agentText', itemId: call.turnId(), text: 'Your appointment is ' });
    call.callerSays('Hello?');
    call.reply('Are you there?');
    call.playOut();
    expect(call.transcript().slice(1)).toEqual([
      'user: Yes?',
      'agent: Your appointment is*',
      'user: Hello?',
      'agent: Are you there?',
    ]);
  });

  test('the rest of half an answer stands before the next one, where both seemed dropped', () => {
    const call = SessionDriver.answered();
    call.callerSays('Yes?');
    call.send({ type: 'engine.agentText', itemId: call.turnId(), text: 'Your appointment is on Tuesday.' });
    const half = spokenItem(call);
    call.callerSays('Hello?');
    call.reply('I am here.');
    const next = spokenItem(call);
    call.send({ type: 'carrier.interrupt', heard: 'Your appointment' });
    call.send({
      type: 'carrier.speaksDropped',
      items: [
        { itemId: 'half', of: half, from: 15, text: 'is on Tuesday.', whole: false },
        { itemId: 'next', of: next, from: 0, text: 'I am here.', whole: true },
      ],
    });
    call.send({ type: 'carrier.played', itemId: 'next', characters: 8 });
    expect(call.transcript().slice(2)).toEqual([
      ...['agent: Your appointment*', 'user: Hello?', 'agent: is on Tuesday.*', 'agent: I am here.'],
    ]);
  });

  test('forbids hanging up while it is being heard', () => {
    const call = bothAtOnce();
    call.reply('', { name: 'send_digits', input: { digits: '1' } });
    call.send({ type: 'control.drain', withinMs: 0 });
    call.advance(0);
    expect(call.effectsOf('end')).toEqual([]);
    expect(call.timers()).toContain('pendingPlayout');
  });

  test('forbids losing it when the line goes', () => {
    const told = bothAtOnce();
    told.send({ ...first, characters: 10 });
    told.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(told.transcript()).toEqual(['agent: Hello, this*', 'user: Hello?']);
    const untold = bothAtOnce();
    untold.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(untold.transcript()).toEqual([`agent: ${settings.opening}*?`, 'user: Hello?']);
  });
});

describe('VS15 a carrier that reports what it plays, and has not reported a word yet', () => {
  const beginning = (): SessionDriver => {
    const call = new SessionDriver({ reportsPlayout: true });
    call.send({ type: 'carrier.started' });
    call.advance(1_300);
    call.send({ type: 'carrier.heard', itemId: 'item-1', since: call.at });
    return call;
  };

  test('reports that an opening was interrupted, after the time that it should have taken', () => {
    const call = beginning();
    call.advance(4_000);
    call.send({ type: 'carrier.interrupt', heard: 'Hello, this' });
    call.callerSays('Who is this?');
    expect(call.transcript()).toEqual(['agent: Hello, this*', 'user: Who is this?']);
  });

  test('goes on reporting an opening that began late', () => {
    const call = beginning();
    call.advance(4_000);
    call.send({ ...first, characters: 10 });
    call.send({ type: 'carrier.stopped', how: 'hung_up' });
    expect(call.transcript()).toEqual(['agent: Hello, this*']);
  });

  test.each([
    ['while it plays', () => {}],
    ['behind which an answer waits', (call: SessionDriver) => call.callerSays('Hello?')],
  ])('never does: an opening stands as unconfirmed, %s', (_when, meanwhile) => {
    const call = beginning();
    meanwhile(call);
    call.advance(12_000);
    expect(call.transcript()[0]).toBe(`agent: ${settings.opening}*?`);
  });

  test('forbids to wait longer for what such a carrier never reports than once', () => {
    const call = beginning();
    call.advance(12_000);
    call.callerSays('Yes?');
    call.reply('Goodbye.', endCall);
    call.advance(2_500);
    expect(call.transcript().at(-1)).toBe('agent: Goodbye.');
    expect(call.effectsOf('end')).toHaveLength(1);
  });

  test('forbids to doubt what was over by the voice', () => {
    const call = beginning();
    call.send({ type: 'carrier.playoutStopped', itemId: 'item-1' });
    call.advance(500);
    expect(call.transcript()).toEqual([`agent: ${settings.opening}`]);
  });
});
