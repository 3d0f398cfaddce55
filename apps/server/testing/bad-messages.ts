import fc from 'fast-check';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom('\u0000', '\ud800', '<b>x</b>', '\u202E', '\u0007', 'x'.repeat(20_000), ''),
);
const value: fc.Arbitrary<unknown> = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }), fc.constant(null));
const type = fc.constantFrom(
  'setup',
  'prompt',
  'interrupt',
  'dtmf',
  'info',
  'error',
  'news',
  '__proto__',
  '',
);

/** Close to what a relay sends, each field as wrong as it can be. */
const nearly = fc.record(
  {
    type: fc.oneof({ weight: 8, arbitrary: type }, { weight: 1, arbitrary: value }),
    callSid: value,
    customParameters: value,
    voicePrompt: value,
    last: fc.oneof(fc.boolean(), value),
    utteranceUntilInterrupt: value,
    digit: value,
    name: fc.oneof(fc.constantFrom('tokensPlayed', 'agentSpeaking', 'clientSpeaking'), value),
    value,
    description: value,
  },
  { requiredKeys: ['type'] },
);

/** What a hostile client may send on a relay socket. */
export const badMessage: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 8, arbitrary: nearly.map((message) => JSON.stringify(message)) },
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
);

const payload = fc.oneof(
  fc.uint8Array({ maxLength: 400 }).map((sound) => Buffer.from(sound).toString('base64')),
  fc.constantFrom('AAA', '"', '\\', '//8=//8=', 'A'.repeat(40_000)),
  value,
);
const number = fc.oneof(
  fc.integer().map(String),
  fc.constantFrom('1e308', '-1e308', 'NaN', '-0', ''),
  fc.integer(),
  value,
);
const event = fc.constantFrom(
  'media',
  'media',
  'mark',
  'dtmf',
  'connected',
  'start',
  'news',
  '__proto__',
  '',
);

/** Close to what a media stream sends, each field as wrong as it can be. It does not hang up. */
const nearlyStream = fc.record(
  {
    event: fc.oneof(
      { weight: 8, arbitrary: event },
      { weight: 1, arbitrary: value.filter((other) => other !== 'stop') },
    ),
    streamSid: value,
    sequenceNumber: number,
    media: fc.oneof(
      fc.record({ track: fc.constantFrom('inbound', 'outbound', 7), timestamp: number, payload }),
      fc.record({ payload }),
      value,
    ),
    mark: fc.oneof(
      fc.record({
        name: fc.oneof(fc.constantFrom('0:200:item-1', '0:1e9:item-1', '9:0:', '0:-5:item-1'), value),
      }),
      value,
    ),
    dtmf: fc.oneof(fc.record({ digit: fc.oneof(fc.constantFrom('1', '#', '12'), value) }), value),
    start: fc.oneof(fc.record({ streamSid: text, callSid: text, customParameters: value }), value),
  },
  { requiredKeys: ['event'] },
);

/** What a hostile client may send on a media stream. */
export const badStreamMessage: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 8, arbitrary: nearlyStream.map((message) => JSON.stringify(message)) },
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
);

const sometimes = (one: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 3, arbitrary: one }, { weight: 2, arbitrary: text });

/** The fields of a webhook with a valid signature and meaningless values. */
export const badWebhook: fc.Arbitrary<Record<string, string>> = fc
  .record(
    {
      CallSid: sometimes(fc.constant(`CA${'0'.repeat(32)}`)),
      CallStatus: sometimes(fc.constantFrom('ringing', 'in-progress', 'completed', 'busy')),
      From: sometimes(fc.constantFrom('+12025550100', 'sip:a@b', 'client:x', 'anonymous')),
      To: sometimes(fc.constantFrom('+15005550006', '+15005550007')),
      CallDuration: sometimes(fc.constantFrom('5', '-1', '1e99', '99999999999', 'NaN')),
      Timestamp: sometimes(
        fc.constantFrom('Tue, 13 Oct 2026 10:01:05 +0000', '-271821-04-20', '+275760-09-13', '0'),
      ),
      AnsweredBy: sometimes(fc.constantFrom('human', 'machine_start', 'fax')),
      SessionStatus: sometimes(fc.constantFrom('ended', 'failed')),
      HandoffData: sometimes(fc.constantFrom('{"reason":"end"}', '{"reason":"transfer"}', '{}', '[')),
      ErrorCode: text,
    },
    { requiredKeys: ['CallSid', 'CallStatus'] },
  )
  // A form cannot carry a lone surrogate: it would be replaced, and the signature would not fit.
  .map((fields) => Object.fromEntries(Object.entries(fields).map(([key, one]) => [key, one.toWellFormed()])));
