import { expect, test } from 'vitest';
import type { CallScript, Listening, RelaySpeech } from '../../ports/call-script.ts';
import { writeTwiml } from './twiml.ts';
import { callbackUrls } from './urls.ts';

const write = (script: CallScript) => writeTwiml(script, callbackUrls('https://desk.example.com', null));

const plainSpeech: RelaySpeech = {
  language: 'en-US',
  voice: { provider: 'google', name: null },
  speed: null,
  hints: [],
  otherLanguages: [],
};

const start = '<?xml version="1.0" encoding="UTF-8"?><Response>';

test('hang up', () => {
  expect(write({ kind: 'hang-up' })).toBe(`${start}<Hangup/></Response>`);
});

test('reject', () => {
  expect(write({ kind: 'reject' })).toBe(`${start}<Reject/></Response>`);
});

test('what is spoken cannot become a command', () => {
  const body = write({
    kind: 'say',
    language: 'en-US',
    text: 'Ask <Name> & say "hi"\u0000</Say><Dial>+1900</Dial>',
  });
  expect(body).not.toContain('<Dial>');
  expect(body).not.toContain('\u0000');
  expect(body).toContain('&lt;Name&gt; &amp; say');
  expect(body).toMatch(/<Hangup\/><\/Response>$/);
});

test('a long text is spoken in pieces that the carrier accepts', () => {
  const words = Array.from({ length: 1600 }, (_, n) => `w${n}`);
  const body = write({ kind: 'say', language: 'en-US', text: words.join(' ') });
  const said = [...body.matchAll(/<Say language="en-US">([^<]*)<\/Say>/g)].map(([, text]) => text ?? '');
  expect(said.length).toBeGreaterThan(1);
  for (const piece of said) expect(piece.length).toBeLessThanOrEqual(4_000);
  expect(said.join(' ')).toBe(words.join(' '));
});

test('a long text without a space is cut all the same', () => {
  const body = write({ kind: 'say', language: 'en-US', text: 'x'.repeat(8_000) });
  expect(body.match(/<Say /g)).toHaveLength(2);
});

test('characters that XML does not allow are taken out wherever an agent may have them', () => {
  const speech: RelaySpeech = {
    ...plainSpeech,
    language: 'en-US\u0001',
    hints: ['Nguyen\u0002', 'a\u000bb', '"/><Dial>+1900</Dial>'],
    otherLanguages: [{ language: 'de-DE\uffff', voice: { provider: 'google', name: 'x\u0003' } }],
  };
  const body = write({ kind: 'converse', callId: 'c1', session: 1, token: 't', speech, listening });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters that must not be there
  expect(body).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/);
  expect(body).toContain('Nguyen ,a b,');
  expect(body).not.toContain('<Dial>');
});

const listening: Listening = {
  interruptSensitivity: 'low',
  speechTimeoutMs: 1_500,
  ignoreBackchannel: true,
  keypad: false,
};

test('a conversation: our socket, the token in a parameter, and what to request when it is over', () => {
  const body = write({
    kind: 'converse',
    callId: 'c1',
    session: 2,
    token: 'p<1>',
    speech: { ...plainSpeech, language: 'en-GB' },
    listening,
  });
  expect(body).toContain(
    '<Connect action="https://desk.example.com/webhooks/twilio/relay-done?call=c1&amp;session=2" method="POST">',
  );
  expect(body).toContain('<ConversationRelay url="wss://desk.example.com/voice/relay" language="en-GB"');
  for (const attribute of [
    'interruptible="any"',
    'dtmfDetection="false"',
    'interruptSensitivity="low"',
    'speechTimeout="1500"',
    'reportInputDuringAgentSpeech="any"',
    'ignoreBackchannel="true"',
    'partialPrompts="true"',
    'events="tokens-played speaker-events"',
  ])
    expect(body).toContain(attribute);
  expect(body).toContain('<Parameter name="callId" value="c1"/><Parameter name="pass" value="p&lt;1>"/>');
  expect(body).toContain(' ttsProvider="Google"');
  expect(body).not.toMatch(/ voice=| hints=|<Language/);
});

const converse = { kind: 'converse', callId: 'c1', session: 1, token: 't', listening } as const;

test('a voice is sent with its provider, and so is that of each further language', () => {
  const body = write({
    ...converse,
    speech: {
      language: 'de-DE',
      voice: { provider: 'google', name: 'de-DE-Chirp3-HD-Aoede' },
      speed: 0.9,
      hints: ['Nguyen', ' Wurzel, behandlung ', ' ', 'Füllung "weiß"'],
      otherLanguages: [
        { language: 'fr-FR', voice: { provider: 'amazon', name: 'Lea-Neural' } },
        { language: 'tr-TR', voice: { provider: 'google', name: null } },
      ],
    },
  });
  expect(body).toContain(' language="de-DE" ttsProvider="Google" voice="de-DE-Chirp3-HD-Aoede"');
  expect(body).toContain(' hints="Nguyen,Wurzel behandlung,Füllung &quot;weiß&quot;"');
  expect(body).toContain(
    '<Language code="fr-FR" ttsProvider="Amazon" voice="Lea-Neural"/><Language code="tr-TR" ttsProvider="Google"/><Parameter',
  );
});

test.each([
  [0.9, 'UgBBYS2sOqTuMpoF3BR0', 'UgBBYS2sOqTuMpoF3BR0-0.9_0.5_0.75'],
  [1, 'UgBBYS2sOqTuMpoF3BR0', 'UgBBYS2sOqTuMpoF3BR0'],
  [null, 'UgBBYS2sOqTuMpoF3BR0', 'UgBBYS2sOqTuMpoF3BR0'],
  [1.1, 'UgBBYS2sOqTuMpoF3BR0-0.9_0.6_0.4', 'UgBBYS2sOqTuMpoF3BR0-0.9_0.6_0.4'],
])('the speed %s of an ElevenLabs voice follows its id', (speed, name, sent) => {
  const speech = { ...plainSpeech, voice: { provider: 'elevenlabs', name }, speed } as const;
  expect(write({ ...converse, speech })).toContain(
    ` ttsProvider="ElevenLabs" voice="${sent}" elevenlabsTextNormalization="on"`,
  );
});

const handOver = {
  kind: 'hand-over',
  callId: 'c1',
  session: 2,
  number: '+15005550020',
  callerId: '+15005550006',
  ringSeconds: 25,
  maxSeconds: 1200,
  briefed: true,
} as const;
const dial = (inner: string) =>
  `${start}<Dial timeout="25" timeLimit="1200" answerOnBridge="true" callerId="+15005550006" ` +
  'action="https://desk.example.com/webhooks/twilio/hand-over-done?call=c1&amp;session=2" method="POST">' +
  `${inner}</Dial><Hangup/></Response>`;

test('a cold transfer: dialled from the number of the call, with time limits, and asked about when it is over', () => {
  expect(write({ ...handOver, briefed: false })).toBe(dial('<Number>+15005550020</Number>'));
});

test('CL31: a warm transfer asks what the colleague is told before they are joined', () => {
  const briefing = 'https://desk.example.com/webhooks/twilio/briefing?call=c1&amp;session=2';
  expect(write(handOver)).toBe(dial(`<Number url="${briefing}" method="POST">+15005550020</Number>`));
});

test('CL31: a colleague hears who and why, takes the call with one key, and is hung up on without', () => {
  const text = 'A call from Ann & Bob. Press 1.';
  expect(write({ kind: 'brief', callId: 'c1', session: 2, text, language: 'de-DE' })).toBe(
    `${start}<Gather input="dtmf" numDigits="1" timeout="8" ` +
      'action="https://desk.example.com/webhooks/twilio/take-call?call=c1&amp;session=2" method="POST">' +
      '<Say language="de-DE">A call from Ann &amp; Bob. Press 1.</Say></Gather><Hangup/></Response>',
  );
  expect(write({ kind: 'join' })).toMatch(/<Response\s*\/>$/);
});

test('a media stream: nothing in its URL, the token in a parameter, and what to request when it is over', () => {
  const body = write({ kind: 'stream', callId: 'c1', session: 3, token: 'p1' });
  expect(body).toBe(
    `${start}<Connect action="https://desk.example.com/webhooks/twilio/stream-done?call=c1&amp;session=3" method="POST">` +
      '<Stream url="wss://desk.example.com/voice/media"><Parameter name="callId" value="c1"/>' +
      '<Parameter name="pass" value="p1"/></Stream></Connect></Response>',
  );
});

test('RC3: a recorded call begins to be recorded before it is connected, on two channels and whole', () => {
  const opens = { callId: 'c1', session: 1, token: 't', recorded: true } as const;
  const recorded =
    '<Start><Recording channels="dual" trim="do-not-trim" recordingStatusCallback="https://desk.example.com/webhooks/twilio/recording?call=c1#rc=3&amp;rp=5xx,ct,rt" recordingStatusCallbackMethod="POST" recordingStatusCallbackEvent="in-progress completed absent"/></Start><Connect';
  for (const script of [
    { kind: 'stream', ...opens },
    { kind: 'converse', ...opens, speech: plainSpeech, listening },
  ] as const) {
    expect(write(script)).toContain(`${start}${recorded}`);
    expect(write({ ...script, recorded: false })).not.toContain('Recording');
  }
});

test('RC13: whether a call may be recorded is asked before anything is recorded, and silence is an answer too', () => {
  const body = write({
    ...{ kind: 'ask', callId: 'c1', attempt: 1, hints: ['yes', 'no'], language: 'en-US' },
    ...{ introduction: 'This is <AI>.', question: 'May this call be recorded?' },
  });
  const action = 'https://desk.example.com/webhooks/twilio/recording-consent?call=c1&amp;session=1';
  expect(body).toBe(
    `${start}<Say language="en-US">This is &lt;AI&gt;.</Say>` +
      `<Gather input="speech" language="en-US" hints="yes, no" timeout="5" speechTimeout="auto" actionOnEmptyResult="true" action="${action}" method="POST">` +
      '<Say language="en-US">May this call be recorded?</Say></Gather>' +
      `<Redirect method="POST">${action}</Redirect></Response>`,
  );
});
