import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { from, placeAndAnswer, to } from '../../testing/calls.ts';
import { RelayHarness } from '../../testing/relay-harness.ts';
import { speakingMs } from '../speech/words.ts';

let harness: RelayHarness;
beforeAll(async () => {
  harness = await RelayHarness.start({ '/hold.wav': () => ({ type: 'audio/wav' }) });
});
afterAll(() => harness.stop());

describe('the handshake', () => {
  it('is signed over the URL of the document, and starts with setup', async () => {
    const { sid, peer } = await harness.connect(
      '',
      '<Parameter name="callId" value="c_42"/><Parameter name="token" value="t &amp; u"/>',
    );
    expect(peer.signed).toBe(true);
    expect(peer.messages[0]).toEqual({
      type: 'setup',
      sessionId: expect.stringMatching(/^VX[0-9a-f]{32}$/),
      accountSid: harness.lab.accountSid,
      parentCallSid: '',
      callSid: sid,
      from,
      to,
      forwardedFrom: '',
      callType: 'PSTN',
      callerName: '',
      direction: 'outbound-api',
      callStatus: 'IN_PROGRESS',
      customParameters: { callId: 'c_42', token: 't & u' },
    });
    harness.lab.hangUp(sid);
  });

  it.each([
    ['nobody listens', () => 'ws://127.0.0.1:1/relay'],
    ['plain ws leaves the machine', () => 'ws://192.0.2.1/relay'],
    ['it is no websocket', () => harness.app.url.replace('http', 'ws')],
    ['it is an http address', () => harness.app.url],
    ['there is none', () => ''],
  ])('fails when %s: the action is requested, the call goes on', async (_, url) => {
    const document = `<Connect action="${harness.app.url}/done"><ConversationRelay url="${url()}"/></Connect>`;
    const sid = await placeAndAnswer(harness.lab, document);
    const hit = await harness.action(sid);
    expect(hit.params).toMatchObject({
      SessionId: expect.stringMatching(/^VX[0-9a-f]{32}$/),
      SessionStatus: 'failed',
      ErrorCode: '39001',
      CallStatus: 'in-progress',
    });
    await harness.lab.ended(sid);
    expect(harness.said(sid)).toEqual(['app: Afterwards.']);
    expect(harness.lab.ledger(sid).some((entry) => entry.kind === 'problem' && entry.code === 64102)).toBe(
      true,
    );
  });
});

describe('a conversation', () => {
  it('goes both ways, word by word, until the application ends it', async () => {
    const { sid, peer } = await harness.connect('welcomeGreeting="Good morning, this is the desk."');
    await harness.waitForSaid(sid, 'this is the desk.');
    harness.lab.say(sid, 'Hello, who is there?');
    const prompt = await peer.next('prompt');
    expect(prompt).toEqual({
      type: 'prompt',
      voicePrompt: 'Hello, who is there?',
      lang: 'en-US',
      last: true,
    });
    for (const token of ['The de', 'sk, as ', 'I sa', 'id.']) peer.send({ type: 'text', token, last: false });
    peer.send({ type: 'text', token: '', last: true });
    await harness.waitForSaid(sid, 'The desk, as I said.');
    peer.send({ type: 'end', handoffData: '{"reason":"done"}' });
    expect(await peer.closed).toEqual({ code: 1000, reason: 'Closing websocket session' });
    const hit = await harness.action(sid);
    expect(hit.signed).toBe(true);
    expect(hit.params).toMatchObject({
      SessionId: peer.messages[0]?.sessionId,
      SessionStatus: 'ended',
      HandoffData: '{"reason":"done"}',
      CallStatus: 'in-progress',
      CallSid: sid,
      Direction: 'outbound-api',
    });
    expect(Number(hit.params.SessionDuration)).toBeGreaterThan(2);
    expect((await harness.lab.ended(sid)).status).toBe('completed');
    expect(harness.said(sid)).toEqual([
      'app: Good morning, this is the desk.',
      'party: Hello, who is there?',
      'app: The desk, as I said.',
      'app: Afterwards.',
    ]);
  });

  it('a sentence lasts as long as a person needs for it', async () => {
    const { sid, peer } = await harness.connect();
    const sentence = 'one two three four five six seven eight nine ten';
    peer.say(sentence);
    const entry = await harness.waitForSaid(sid, 'ten');
    if (entry.kind !== 'said') throw new Error('not said');
    const seconds = (entry.endMs - entry.startMs) / 1000;
    expect(seconds).toBeGreaterThan(3.5);
    expect(speakingMs(sentence)).toBeLessThan(4_000);
    // A busy machine may report the end late, by much at twenty times the speed.
    expect(seconds).toBeLessThan(200);
    harness.lab.hangUp(sid);
  });

  it('an end cuts what was not said yet', async () => {
    const { sid, peer } = await harness.connect('events="tokens-played"');
    peer.say(`Good bye, then. ${'more '.repeat(50)}`);
    await harness.playing(peer, 'Good bye,');
    peer.send({ type: 'end' });
    const hit = await harness.action(sid);
    expect(hit.params).not.toHaveProperty('HandoffData');
    expect(harness.said(sid)[0]).toMatch(/^app: Good bye,.* —$/);
    expect(harness.said(sid)[0]?.length).toBeLessThan(100);
  });

  it('merges speech without a pause into one prompt, and sends partial prompts on request', async () => {
    const { sid, peer } = await harness.connect(
      'partialPrompts="true" speechTimeout="3000" language="de-DE"',
    );
    harness.lab.say(sid, 'eins zwei drei vier');
    await harness.waitForSaid(sid, 'vier');
    harness.lab.say(sid, 'fünf sechs');
    const last = await peer.next('prompt', (message) => message.last === true);
    expect(last).toEqual({
      type: 'prompt',
      voicePrompt: 'eins zwei drei vier fünf sechs',
      lang: 'de-DE',
      last: true,
    });
    expect(peer.all('prompt')[0]).toMatchObject({ voicePrompt: 'eins zwei drei', last: false });
    peer.send({ type: 'language', transcriptionLanguage: 'en-GB' });
    harness.lab.say(sid, 'Now in English');
    expect(await peer.next('prompt', (message) => message.lang === 'en-GB')).toMatchObject({
      voicePrompt: 'Now in English',
    });
    harness.lab.hangUp(sid);
  });

  it('sends info events about speakers and played tokens on request', async () => {
    const { sid, peer } = await harness.connect('events="speaker-events tokens-played"');
    peer.say('First this, and then that.');
    await harness.playing(peer, 'and then that.');
    harness.lab.say(sid, 'Right.');
    await peer.next('prompt');
    const infos = peer.all('info').map((message) => `${message.name}=${message.value}`);
    expect(infos).toEqual([
      'agentSpeaking=on',
      'tokensPlayed=First this,',
      'tokensPlayed=and then that.',
      'agentSpeaking=off',
      'clientSpeaking=on',
      'clientSpeaking=off',
    ]);
    harness.lab.hangUp(sid);
  });

  it('plays files and presses keys', async () => {
    const { sid, peer } = await harness.connect();
    peer.send({ type: 'play', source: `${harness.app.url}/hold.wav`, loop: 1 });
    const played = await harness.lab.waitFor((entry) => entry.kind === 'played' && entry.callSid === sid);
    expect(played).toMatchObject({ source: `${harness.app.url}/hold.wav`, cut: false });
    peer.send({ type: 'sendDigits', digits: '1w2' });
    await harness.lab.waitFor(
      (entry) => entry.kind === 'digit' && entry.callSid === sid && entry.digit === '2',
    );
    harness.lab.hangUp(sid);
  });

  it('a preemptible talk cycle is replaced by the next one', async () => {
    const { sid, peer } = await harness.connect('events="tokens-played"');
    peer.say(`Please wait, ${'still '.repeat(30)}`, { preemptible: true });
    await harness.playing(peer, 'Please wait,');
    peer.say('Here you are.');
    await harness.waitForSaid(sid, 'Here you are.');
    expect(harness.said(sid)[0]).toMatch(/^app: Please wait,.* —$/);
    harness.lab.hangUp(sid);
  });
});
