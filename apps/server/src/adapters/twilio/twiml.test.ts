import { expect, test } from 'vitest';
import { writeTwiml } from './twiml.ts';

const start = '<?xml version="1.0" encoding="UTF-8"?><Response>';

test('hang up', () => {
  expect(writeTwiml({ kind: 'hang-up' }).body).toBe(`${start}<Hangup/></Response>`);
});

test('turn away', () => {
  expect(writeTwiml({ kind: 'reject' }).body).toBe(`${start}<Reject/></Response>`);
});

test('what is spoken cannot become a command', () => {
  const { body, contentType } = writeTwiml({
    kind: 'say',
    language: 'en-US',
    text: 'Ask <Name> & say "hi"\u0000</Say><Dial>+1900</Dial>',
  });
  expect(contentType).toContain('text/xml');
  expect(body).not.toContain('<Dial>');
  expect(body).not.toContain('\u0000');
  expect(body).toContain('&lt;Name&gt; &amp; say');
  expect(body).toMatch(/<Hangup\/><\/Response>$/);
});

test('a long text is spoken in pieces that the carrier accepts', () => {
  const words = Array.from({ length: 1600 }, (_, n) => `w${n}`);
  const { body } = writeTwiml({ kind: 'say', language: 'en-US', text: words.join(' ') });
  const said = [...body.matchAll(/<Say language="en-US">([^<]*)<\/Say>/g)].map(([, text]) => text ?? '');
  expect(said.length).toBeGreaterThan(1);
  for (const piece of said) expect(piece.length).toBeLessThanOrEqual(4_000);
  expect(said.join(' ')).toBe(words.join(' '));
});

test('a long text without a space is cut all the same', () => {
  const { body } = writeTwiml({ kind: 'say', language: 'en-US', text: 'x'.repeat(8_000) });
  expect(body.match(/<Say /g)).toHaveLength(2);
});
