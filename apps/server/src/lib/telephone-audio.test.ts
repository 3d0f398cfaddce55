import fc from 'fast-check';
import { expect, test } from 'vitest';
import { audioMs, base64Bytes } from './telephone-audio.ts';

test('the length of base64 text is read without decoding it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 4_000 }), (bytes) => {
      const payload = Buffer.from(bytes).toString('base64');
      expect(base64Bytes(payload)).toBe(bytes.length);
      // Some encoders leave the padding out.
      expect(base64Bytes(payload.replace(/=+$/, ''))).toBe(bytes.length);
    }),
  );
});

test('a frame of the carrier is twenty milliseconds', () => {
  expect(audioMs(Buffer.alloc(160).toString('base64'))).toBe(20);
  expect(audioMs(Buffer.alloc(100).toString('base64'))).toBe(12.5);
});
