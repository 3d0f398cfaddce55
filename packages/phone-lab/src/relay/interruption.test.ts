import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RelayHarness } from '../../testing/relay-harness.ts';

let harness: RelayHarness;
beforeAll(async () => {
  harness = await RelayHarness.start();
});
afterAll(() => harness.stop());

describe('interruption', () => {
  const sentence =
    'One two three, four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen.';

  it('cuts the sentence and reports what was heard', async () => {
    const { sid, peer } = await harness.connect('events="tokens-played"');
    peer.say(sentence);
    await harness.playing(peer, 'three,');
    harness.lab.say(sid, 'Wait a moment please');
    const cut = await peer.next('interrupt');
    const until = String(cut.utteranceUntilInterrupt);
    expect(sentence.startsWith(until)).toBe(true);
    expect(until.split(' ').length).toBeGreaterThanOrEqual(3);
    expect(until.length).toBeLessThan(sentence.length);
    expect(typeof cut.durationUntilInterruptMs).toBe('number');
    expect(Number(cut.durationUntilInterruptMs)).toBeGreaterThan(900);
    expect(await peer.next('prompt')).toMatchObject({ voicePrompt: 'Wait a moment please' });
    expect(harness.said(sid)[0]).toBe(`app: ${until} —`);
    peer.say('Yes?');
    await harness.waitForSaid(sid, 'Yes?');
    harness.lab.hangUp(sid);
  });

  it('does not happen during an uninterruptible greeting, and the speech is not reported', async () => {
    const { sid, peer } = await harness.connect(
      `welcomeGreeting="${sentence}" welcomeGreetingInterruptible="none" events="tokens-played"`,
    );
    await harness.playing(peer, 'three,');
    harness.lab.say(sid, 'Hey you');
    await harness.waitForSaid(sid, 'sixteen.');
    harness.lab.say(sid, 'Now then');
    expect(await peer.next('prompt')).toMatchObject({ voicePrompt: 'Now then' });
    expect(peer.all('interrupt')).toEqual([]);
    expect(harness.said(sid)).toContain(`app: ${sentence}`);
    harness.lab.hangUp(sid);
  });

  it('is reported without a cut when the document says so', async () => {
    const { sid, peer } = await harness.connect(
      'interruptible="none" reportInputDuringAgentSpeech="any" dtmfDetection="true" events="tokens-played"',
    );
    peer.say(sentence);
    await harness.playing(peer, 'three,');
    harness.lab.say(sid, 'Hey you');
    harness.lab.press(sid, '5');
    expect(await peer.next('prompt')).toMatchObject({ voicePrompt: 'Hey you' });
    expect(peer.all('dtmf')).toEqual([{ type: 'dtmf', digit: '5' }]);
    expect(peer.all('interrupt')).toEqual([]);
    harness.lab.hangUp(sid);
  });

  it('can be limited to digits', async () => {
    const { sid, peer } = await harness.connect(
      'interruptible="dtmf" dtmfDetection="true" events="tokens-played"',
    );
    peer.say(sentence);
    await harness.playing(peer, 'three,');
    harness.lab.press(sid, '9');
    await peer.next('dtmf');
    expect(peer.messages.filter((message) => message.type !== 'info').map((message) => message.type)).toEqual(
      ['setup', 'interrupt', 'dtmf'],
    );
    harness.lab.hangUp(sid);
  });

  it('can be switched off for one talk cycle', async () => {
    const { sid, peer } = await harness.connect('events="tokens-played"');
    peer.say(sentence, { interruptible: false });
    await harness.playing(peer, 'three,');
    harness.lab.say(sid, 'Hey');
    await harness.waitForSaid(sid, 'sixteen.');
    expect(peer.all('interrupt')).toEqual([]);
    harness.lab.hangUp(sid);
  });

  it('does not come from backchannel when that is ignored', async () => {
    const { sid, peer } = await harness.connect('ignoreBackchannel="true" events="tokens-played"');
    peer.say(sentence);
    await harness.playing(peer, 'three,');
    harness.lab.say(sid, 'Mhm.');
    await harness.waitForSaid(sid, 'Mhm.');
    harness.lab.say(sid, 'Yeah but why?');
    await peer.next('interrupt');
    expect(await peer.next('prompt')).toMatchObject({ voicePrompt: 'Yeah but why?' });
    harness.lab.hangUp(sid);
  });

  it('does not report digits without dtmfDetection', async () => {
    const { sid, peer } = await harness.connect();
    harness.lab.press(sid, '1');
    harness.lab.say(sid, 'Hello');
    await peer.next('prompt');
    expect(peer.all('dtmf')).toEqual([]);
    harness.lab.hangUp(sid);
  });
});
