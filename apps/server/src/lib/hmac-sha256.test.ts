import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { HmacSha256 } from './hmac-sha256.ts';

const bytes = Buffer.from([0, 127, 128, 200, 255]);

test.each([
  ['of 32 bytes', 32],
  ['of a block', 64],
  ['longer than a block', 100],
])('AU7: the codes of a key %s are those of RFC 2104, for texts of every length', (_, keyBytes) => {
  const key = Buffer.from(Array.from({ length: keyBytes }, (_, index) => index * 3));
  const hmac = new HmacSha256(key);
  // Short after long: nothing is left of the text before.
  for (const text of ['', 'Zoë, 電話 📞', 'x'.repeat(5_000), 'é電📞'.repeat(2_000), 'short']) {
    const expected = createHmac('sha256', key)
      .update(`first\n${text}`)
      .update(bytes)
      .update(text)
      .digest('hex');
    const code = hmac.of(`first\n${text}`, bytes.toString('latin1'), text);
    expect(Buffer.from(code, 'latin1').toString('hex')).toBe(expected);
  }
});
