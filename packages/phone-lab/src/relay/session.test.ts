import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sdk, twiml } from '../../testing/app.ts';
import type { RelayPeer } from '../../testing/relay-app.ts';
import { from, RelayHarness, to } from '../../testing/relay-harness.ts';

let stage: RelayHarness;
beforeAll(async () => {
  stage = await RelayHarness.start({ '/hold.wav': () => ({ type: 'audio/wav' }) });
});
afterEach(() => stage.lab.faults.clear());
afterAll(() => stage.stop());

/** The agent is in the middle of saying something. */
const speaking = (peer: RelayPeer, words: string) =>
  peer.next('info', (message) => message.name === 'tokensPlayed' && String(message.value).includes(words));

describe('the handshake', () => {
  it('is signed over the URL of the document, and starts with setup', async () => {
    const { sid, peer } = await stage.connect(
      '',
      '<Parameter name="callId" value="c_42"/><Parameter name="token" value="t &amp; u"/>',
    );
    expect(peer.signed).toBe(true);
    expect(peer.messages[0]).toEqual({
      type: 'setup',
      sessionId: expect.stringMatching(/^VX[0-9a-f]{32}$/),
      accountSid: stage.lab.accountSid,
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
    stage.lab.hangUp(sid);
  });

  it.each([
    ['nobody listens', () => 'ws://127.0.0.1:1/relay'],
    ['plain ws leaves the machine', () => 'ws://192.0.2.1/relay'],
    ['it is no websocket', () => stage.app.url.replace('http', 'ws')],
    ['it is an http address', () => stage.app.url],
    ['there is none', () => ''],
  ])('fails when %s: the action hears of it, the call goes on', async (_, url) => {
    const document = twiml(
      `<Connect action="${stage.app.url}/done"><ConversationRelay url="${url()}"/></Connect>`,
    );
    const { sid } = await sdk(stage.lab).calls.create({ to, from, twiml: document });
    await stage.lab.waitFor(
      (entry) => entry.kind === 'progress' && entry.event === 'ringing' && entry.callSid === sid,
    );
    stage.lab.answer(sid);
    const hit = await stage.action(sid);
    expect(hit.params).toMatchObject({
      SessionId: expect.stringMatching(/^VX[0-9a-f]{32}$/),
      SessionStatus: 'failed',
      ErrorCode: '39001',
      CallStatus: 'in-progress',
    });
    await stage.lab.ended(sid);
    expect(stage.said(sid)).toEqual(['app: Afterwards.']);
    expect(stage.lab.ledger(sid).some((entry) => entry.kind === 'problem' && entry.code === 64102)).toBe(
      true,
    );
  });
});

describe('talking', () => {
  it('goes both ways, word by word, until the application ends it', async () => {
    const { sid, peer } = await stage.connect('welcomeGreeting="Good morning, this is the desk."');
    await stage.heard(sid, 'this is the desk.');
    stage.lab.say(sid, 'Hello, who is there?');
    const prompt = await peer.next('prompt');
    expect(prompt).toEqual({
      type: 'prompt',
      voicePrompt: 'Hello, who is there?',
      lang: 'en-US',
      last: true,
    });
    for (const token of ['The de', 'sk, as ', 'I sa', 'id.']) peer.send({ type: 'text', token, last: false });
    peer.send({ type: 'text', token: '', last: true });
    await stage.heard(sid, 'The desk, as I said.');
    peer.send({ type: 'end', handoffData: '{"reason":"done"}' });
    expect(await peer.closed).toEqual({ code: 1000, reason: 'Closing websocket session' });
    const hit = await stage.action(sid);
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
    expect((await stage.lab.ended(sid)).status).toBe('completed');
    expect(stage.said(sid)).toEqual([
      'app: Good morning, this is the desk.',
      'party: Hello, who is there?',
      'app: The desk, as I said.',
      'app: Afterwards.',
    ]);
  });

  it('takes time: a sentence lasts as long as a person needs for it', async () => {
    const { sid, peer } = await stage.connect();
    peer.say('one two three four five six seven eight nine ten');
    const entry = await stage.heard(sid, 'ten');
    if (entry.kind !== 'said') throw new Error('not said');
    const seconds = (entry.endMs - entry.startMs) / 1000;
    expect(seconds).toBeGreaterThan(3.5);
    expect(seconds).toBeLessThan(8);
    stage.lab.hangUp(sid);
  });

  it('an end cuts what was not said yet', async () => {
    const { sid, peer } = await stage.connect('events="tokens-played"');
    peer.say(`Good bye, then. ${'more '.repeat(50)}`);
    await speaking(peer, 'Good bye,');
    peer.send({ type: 'end' });
    const hit = await stage.action(sid);
    expect(hit.params).not.toHaveProperty('HandoffData');
    expect(stage.said(sid)[0]).toMatch(/^app: Good bye,.* —$/);
    expect(stage.said(sid)[0]?.length).toBeLessThan(100);
  });

  it('merges what is said in one breath, and reports it in part when asked', async () => {
    const { sid, peer } = await stage.connect('partialPrompts="true" speechTimeout="3000" language="de-DE"');
    stage.lab.say(sid, 'eins zwei drei vier');
    await stage.heard(sid, 'vier');
    stage.lab.say(sid, 'fünf sechs');
    const last = await peer.next('prompt', (message) => message.last === true);
    expect(last).toEqual({
      type: 'prompt',
      voicePrompt: 'eins zwei drei vier fünf sechs',
      lang: 'de-DE',
      last: true,
    });
    expect(peer.all('prompt')[0]).toMatchObject({ voicePrompt: 'eins zwei drei', last: false });
    peer.send({ type: 'language', transcriptionLanguage: 'en-GB' });
    stage.lab.say(sid, 'Now in English');
    expect(await peer.next('prompt', (message) => message.lang === 'en-GB')).toMatchObject({
      voicePrompt: 'Now in English',
    });
    stage.lab.hangUp(sid);
  });

  it('tells who speaks and what was played, to those who ask', async () => {
    const { sid, peer } = await stage.connect('events="speaker-events tokens-played"');
    peer.say('First this, and then that.');
    await speaking(peer, 'and then that.');
    stage.lab.say(sid, 'Right.');
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
    stage.lab.hangUp(sid);
  });

  it('plays files and presses keys', async () => {
    const { sid, peer } = await stage.connect();
    peer.send({ type: 'play', source: `${stage.app.url}/hold.wav`, loop: 1 });
    const played = await stage.lab.waitFor((entry) => entry.kind === 'played' && entry.callSid === sid);
    expect(played).toMatchObject({ source: `${stage.app.url}/hold.wav`, cut: false });
    peer.send({ type: 'sendDigits', digits: '1w2' });
    await stage.lab.waitFor(
      (entry) => entry.kind === 'digit' && entry.callSid === sid && entry.digit === '2',
    );
    stage.lab.hangUp(sid);
  });

  it('a preemptible cycle gives way to the next one', async () => {
    const { sid, peer } = await stage.connect('events="tokens-played"');
    peer.say(`Please wait, ${'still '.repeat(30)}`, { preemptible: true });
    await speaking(peer, 'Please wait,');
    peer.say('Here you are.');
    await stage.heard(sid, 'Here you are.');
    expect(stage.said(sid)[0]).toMatch(/^app: Please wait,.* —$/);
    stage.lab.hangUp(sid);
  });
});

describe('interruption', () => {
  const sentence =
    'One two three, four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen.';

  it('cuts the sentence where it was and tells what was heard', async () => {
    const { sid, peer } = await stage.connect('events="tokens-played"');
    peer.say(sentence);
    await speaking(peer, 'three,');
    stage.lab.say(sid, 'Wait a moment please');
    const cut = await peer.next('interrupt');
    const until = String(cut.utteranceUntilInterrupt);
    expect(sentence.startsWith(until)).toBe(true);
    expect(until.split(' ').length).toBeGreaterThanOrEqual(3);
    expect(until.length).toBeLessThan(sentence.length);
    expect(typeof cut.durationUntilInterruptMs).toBe('number');
    expect(Number(cut.durationUntilInterruptMs)).toBeGreaterThan(900);
    expect(await peer.next('prompt')).toMatchObject({ voicePrompt: 'Wait a moment please' });
    expect(stage.said(sid)[0]).toBe(`app: ${until} —`);
    peer.say('Yes?');
    await stage.heard(sid, 'Yes?');
    stage.lab.hangUp(sid);
  });

  it('does not happen to an uninterruptible greeting, nor is the noise reported', async () => {
    const { sid, peer } = await stage.connect(
      `welcomeGreeting="${sentence}" welcomeGreetingInterruptible="none" events="tokens-played"`,
    );
    await speaking(peer, 'three,');
    stage.lab.say(sid, 'Hey you');
    await stage.heard(sid, 'sixteen.');
    stage.lab.say(sid, 'Now then');
    expect(await peer.next('prompt')).toMatchObject({ voicePrompt: 'Now then' });
    expect(peer.all('interrupt')).toEqual([]);
    expect(stage.said(sid)).toContain(`app: ${sentence}`);
    stage.lab.hangUp(sid);
  });

  it('is reported without cutting when the document says so', async () => {
    const { sid, peer } = await stage.connect(
      'interruptible="none" reportInputDuringAgentSpeech="any" dtmfDetection="true" events="tokens-played"',
    );
    peer.say(sentence);
    await speaking(peer, 'three,');
    stage.lab.say(sid, 'Hey you');
    stage.lab.press(sid, '5');
    expect(await peer.next('prompt')).toMatchObject({ voicePrompt: 'Hey you' });
    expect(peer.all('dtmf')).toEqual([{ type: 'dtmf', digit: '5' }]);
    expect(peer.all('interrupt')).toEqual([]);
    stage.lab.hangUp(sid);
  });

  it('may be left to keys alone', async () => {
    const { sid, peer } = await stage.connect(
      'interruptible="dtmf" dtmfDetection="true" events="tokens-played"',
    );
    peer.say(sentence);
    await speaking(peer, 'three,');
    stage.lab.press(sid, '9');
    await peer.next('dtmf');
    expect(peer.messages.filter((message) => message.type !== 'info').map((message) => message.type)).toEqual(
      ['setup', 'interrupt', 'dtmf'],
    );
    stage.lab.hangUp(sid);
  });

  it('can be taken from one talk cycle', async () => {
    const { sid, peer } = await stage.connect('events="tokens-played"');
    peer.say(sentence, { interruptible: false });
    await speaking(peer, 'three,');
    stage.lab.say(sid, 'Hey');
    await stage.heard(sid, 'sixteen.');
    expect(peer.all('interrupt')).toEqual([]);
    stage.lab.hangUp(sid);
  });

  it('does not come from sounds of listening when they are to be ignored', async () => {
    const { sid, peer } = await stage.connect('ignoreBackchannel="true" events="tokens-played"');
    peer.say(sentence);
    await speaking(peer, 'three,');
    stage.lab.say(sid, 'Mhm.');
    await stage.heard(sid, 'Mhm.');
    stage.lab.say(sid, 'Yeah but why?');
    await peer.next('interrupt');
    expect(await peer.next('prompt')).toMatchObject({ voicePrompt: 'Yeah but why?' });
    stage.lab.hangUp(sid);
  });

  it('leaves keys alone without dtmfDetection', async () => {
    const { sid, peer } = await stage.connect();
    stage.lab.press(sid, '1');
    stage.lab.say(sid, 'Hello');
    await peer.next('prompt');
    expect(peer.all('dtmf')).toEqual([]);
    stage.lab.hangUp(sid);
  });
});

describe('the end of a session', () => {
  it('by the caller: the socket closes, the action hears that the call is completed', async () => {
    const { sid, peer } = await stage.connect('events="tokens-played"');
    peer.say('This sentence, is going to be cut off rather soon I think.');
    await speaking(peer, 'sentence,');
    stage.lab.hangUp(sid);
    expect((await peer.closed).code).toBe(1000);
    const hit = await stage.action(sid);
    expect(hit.params).toMatchObject({ SessionStatus: 'completed', CallStatus: 'completed' });
    expect(stage.said(sid)).toHaveLength(1);
    expect(stage.said(sid)[0]).toMatch(/^app: This sentence,.* —$/);
  });

  it('by a closed socket: no hang-up by itself, the action decides', async () => {
    const { sid, peer } = await stage.connect();
    peer.socket.close();
    const hit = await stage.action(sid);
    expect(hit.params).toMatchObject({
      SessionStatus: 'failed',
      ErrorCode: '64105',
      CallStatus: 'in-progress',
    });
    await stage.lab.ended(sid);
    expect(stage.said(sid)).toEqual(['app: Afterwards.']);
  });

  it('without an action: the next verb, or the end', async () => {
    const document = twiml(
      `<Connect><ConversationRelay url="${stage.relay.url}/x"/></Connect><Say>Next.</Say>`,
    );
    const { sid } = await sdk(stage.lab).calls.create({ to, from, twiml: document });
    await stage.lab.waitFor(
      (entry) => entry.kind === 'progress' && entry.event === 'ringing' && entry.callSid === sid,
    );
    stage.lab.answer(sid);
    (await stage.relay.peer(sid)).send({ type: 'end' });
    await stage.lab.ended(sid);
    expect(stage.said(sid)).toEqual(['app: Next.']);
  });

  it('by a redirect over REST', async () => {
    const { sid, peer } = await stage.connect();
    await sdk(stage.lab)
      .calls(sid)
      .update({ twiml: twiml('<Say>Redirected.</Say>') });
    expect((await peer.closed).code).toBe(1000);
    await stage.lab.ended(sid);
    expect(stage.said(sid)).toEqual(['app: Redirected.']);
    expect(stage.app.on('/done').some((hit) => hit.params.CallSid === sid)).toBe(false);
  });

  it('by a torn connection (cutWebsocket)', async () => {
    stage.lab.faults.set({ cutWebsocket: { ms: 50, times: 1 } });
    const { sid, peer } = await stage.connect();
    expect((await peer.closed).code).toBe(1006);
    expect((await stage.action(sid)).params).toMatchObject({ SessionStatus: 'failed', ErrorCode: '64105' });
  });
});
