import { expect, test } from 'vitest';
import type { CallScript } from '../../ports/call-script.ts';
import { writeTwiml } from './twiml.ts';

const write = (script: CallScript) => writeTwiml(script, 'https://desk.example.com');

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

test('a conversation: our socket, the token in a parameter, and what to request when it is over', () => {
  const body = write({
    kind: 'converse',
    callId: 'c1',
    session: 2,
    token: 'p<1>',
    language: 'en-GB',
    voice: null,
  });
  expect(body).toContain(
    '<Connect action="https://desk.example.com/webhooks/twilio/relay-done?call=c1&amp;session=2" method="POST">',
  );
  expect(body).toContain('<ConversationRelay url="wss://desk.example.com/voice/relay" language="en-GB"');
  for (const attribute of [
    'interruptible="any"',
    'dtmfDetection="true"',
    'reportInputDuringAgentSpeech="any"',
    'ignoreBackchannel="true"',
    'partialPrompts="true"',
    'events="tokens-played speaker-events"',
  ])
    expect(body).toContain(attribute);
  expect(body).toContain('<Parameter name="callId" value="c1"/><Parameter name="pass" value="p&lt;1>"/>');
  expect(body).not.toContain('voice=');
});

test('a transfer: the person is dialled from the number of the call, and not without a time limit', () => {
  const script = {
    kind: 'dial',
    number: '+15005550020',
    callerId: '+15005550006',
    maxSeconds: 1200,
  } as const;
  const body = write(script);
  expect(body).toBe(
    `${start}<Dial timeLimit="1200" callerId="+15005550006">+15005550020</Dial><Hangup/></Response>`,
  );
});

test('a media stream: nothing in its URL, the token in a parameter, and what to request when it is over', () => {
  const body = write({ kind: 'stream', callId: 'c1', session: 3, token: 'p1' });
  expect(body).toBe(
    `${start}<Connect action="https://desk.example.com/webhooks/twilio/stream-done?call=c1&amp;session=3" method="POST">` +
      '<Stream url="wss://desk.example.com/voice/media"><Parameter name="callId" value="c1"/>' +
      '<Parameter name="pass" value="p1"/></Stream></Connect></Response>',
  );
});
