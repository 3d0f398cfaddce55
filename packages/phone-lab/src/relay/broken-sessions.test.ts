import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RelayHarness } from '../../testing/relay-harness.ts';

let harness: RelayHarness;
beforeAll(async () => {
  harness = await RelayHarness.start();
});
afterAll(() => harness.stop());

describe('applicationReconnect', () => {
  it('opens a dropped socket again, with the messages that were kept', async () => {
    const { sid, peer } = await harness.connect('applicationReconnect="true" welcomeGreeting="Hello."');
    await harness.waitForSaid(sid, 'Hello.');
    peer.socket.terminate();
    harness.lab.say(sid, 'Are you there?');
    await harness.waitForSaid(sid, 'Are you there?');
    await expect.poll(async () => (await harness.relay.peer(sid)) !== peer).toBe(true);
    const again = await harness.relay.peer(sid);
    expect(await again.next('prompt')).toMatchObject({ voicePrompt: 'Are you there?' });
    expect(again.signed).toBe(true);
    expect(again.messages[0]).toEqual(peer.messages[0]);
    again.say('Yes, I am.');
    await harness.waitForSaid(sid, 'Yes, I am.');
    expect(harness.said(sid).filter((line) => line === 'app: Hello.')).toHaveLength(1);
    harness.lab.hangUp(sid);
  });

  it('does not reconnect when the application closed the socket normally', async () => {
    const { sid, peer } = await harness.connect('applicationReconnect="true"');
    peer.socket.close(1000);
    expect((await harness.action(sid)).params).toMatchObject({ SessionStatus: 'failed', ErrorCode: '64105' });
  });
});

describe('invalid speech providers', () => {
  it.each([
    ['ttsProvider="Parrot"', '', 'ttsProvider Parrot'],
    ['transcriptionProvider="Amazon"', '', 'transcriptionProvider Amazon'],
    ['ttsProvider="Google" ttsLanguage="multi"', '', 'multi needs ElevenLabs'],
    ['', '<Language code="es-ES" transcriptionProvider="Parrot"/>', 'transcriptionProvider Parrot'],
    ['voice="en-US-Neural2-F"', '', '(ElevenLabs/en-US/en-US-Neural2-F)'],
    ['ttsProvider="Google" voice="Joanna-Neural"', '', '(Google/en-US/Joanna-Neural)'],
    ['ttsProvider="Google" voice="Google.en-US-Chirp3-HD-Aoede"', '', 'Google.en-US-Chirp3-HD-Aoede'],
    ['ttsProvider="Amazon" language="de-DE" voice="Vicki"', '', '(Amazon/de-DE/Vicki)'],
    [
      '',
      '<Language code="fr-FR" ttsProvider="ElevenLabs" voice="Lea-Neural"/>',
      '(ElevenLabs/fr-FR/Lea-Neural)',
    ],
  ])(
    '%s %s: an error, then the socket closes and the action is requested',
    async (attributes, inner, why) => {
      const { sid, peer } = await harness.connect(attributes, inner);
      expect((await peer.next('error')).description).toContain(why);
      await peer.closed;
      expect((await harness.action(sid)).params).toMatchObject({
        SessionStatus: 'failed',
        ErrorCode: '64101',
        CallStatus: 'in-progress',
      });
    },
  );

  it.each([
    'ttsProvider="Google" voice="en-US-Chirp3-HD-Aoede" language="en-US" hints="GS Dental,Nguyen"',
    'ttsProvider="Google" voice="Google.en-US-Neural2-F"',
    'ttsProvider="Amazon" voice="Joanna-Neural"',
    'ttsProvider="Amazon" voice="Polly.Amy"',
    'ttsProvider="ElevenLabs" voice="UgBBYS2sOqTuMpoF3BR0-0.9_0.6_0.4" elevenlabsTextNormalization="on"',
    'voice="UgBBYS2sOqTuMpoF3BR0"',
  ])('a voice of its provider is accepted: %s', async (attributes) => {
    const { sid, peer } = await harness.connect(attributes);
    harness.lab.say(sid, 'Still here');
    expect(await peer.next('prompt')).toMatchObject({ voicePrompt: 'Still here' });
    expect(peer.all('error')).toEqual([]);
    harness.lab.hangUp(sid);
  });

  it('known providers are accepted in any case of letters', async () => {
    const { sid, peer } = await harness.connect(
      'ttsProvider="elevenlabs" ttsLanguage="multi" transcriptionProvider="deepgram" transcriptionLanguage="multi"',
      '<Language code="sv-SE" ttsProvider="amazon"/>',
    );
    harness.lab.say(sid, 'Still here');
    expect(await peer.next('prompt')).toMatchObject({ voicePrompt: 'Still here', lang: 'en' });
    expect(peer.all('error')).toEqual([]);
    harness.lab.hangUp(sid);
  });
});

describe('malformed messages', () => {
  it.each([
    ['no JSON', 'hello'],
    ['no object', '[1]'],
    ['no type', '{}'],
    ['an unknown type', '{"type":"interrupt"}'],
    ['no token', '{"type":"text","last":true}'],
    ['a null token', '{"type":"text","token":null}'],
    ['a flag in words', '{"type":"text","token":"a","last":"yes"}'],
    ['letters as digits', '{"type":"sendDigits","digits":"12a"}'],
    ['an empty language', '{"type":"language"}'],
    ['an object as handoff data', '{"type":"end","handoffData":{}}'],
    ['no source', '{"type":"play"}'],
  ])('%s: an error, and the session goes on', async (_, message) => {
    const { sid, peer } = await harness.connect();
    peer.send(message);
    const error = await peer.next('error');
    expect(error.description).toBe(`Invalid message received: ${message}`);
    expect(harness.lab.ledger(sid).some((entry) => entry.kind === 'problem' && entry.code === 64107)).toBe(
      true,
    );
    harness.lab.say(sid, 'Still here');
    await peer.next('prompt');
    harness.lab.hangUp(sid);
  });

  it('ten in a row close the socket with 1007', async () => {
    const { sid, peer } = await harness.connect();
    for (let count = 0; count < 9; count++) peer.send('nonsense');
    peer.send({ type: 'text', token: '', last: true });
    for (let count = 0; count < 10; count++) peer.send('nonsense');
    expect(await peer.closed).toEqual({ code: 1007, reason: 'Too many consecutive malformed messages' });
    expect(peer.all('error')).toHaveLength(19);
    expect((await harness.action(sid)).params).toMatchObject({ SessionStatus: 'failed', ErrorCode: '64105' });
  });
});
