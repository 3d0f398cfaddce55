import { expect, test } from 'vitest';
import { createSignedAddresses } from './signed-address.ts';

const addresses = createSignedAddresses(Buffer.alloc(32, 7));
const now = new Date('2026-11-17T10:00:00Z');
const recording = {
  tenantId: 'org_one',
  callId: '019a8b5e-6c00-7000-8000-000000000001',
  purpose: 'play',
  expiresAt: new Date(now.getTime() + 300_000),
} as const;

test('RC11: an address stands for one recording until its time is over', () => {
  const token = addresses.sign(recording);
  expect(addresses.read(token, now)).toEqual(recording);
  expect(addresses.read(token, new Date(now.getTime() + 299_999))).toEqual(recording);
  expect(addresses.read(token, recording.expiresAt)).toBeNull();
});

test('RC11: an address that was changed or made up is none', () => {
  const token = addresses.sign(recording);
  const [content = '', signature = ''] = token.split('.');
  const other = Buffer.from(JSON.stringify(['org_two', recording.callId, 'play', 9e15])).toString(
    'base64url',
  );
  const flipped = `${content.slice(0, -1)}${content.endsWith('A') ? 'B' : 'A'}`;
  for (const wrong of [
    ...[`${other}.${signature}`, `${flipped}.${signature}`, `${content}.`, content, '', '.', `${token}.x`],
    ...[`${content}.${signature.slice(0, -2)}`, 'x'.repeat(400), `${other}.${'A'.repeat(43)}`],
    createSignedAddresses(Buffer.alloc(32, 8)).sign(recording),
  ])
    expect(addresses.read(wrong, now), wrong).toBeNull();
});
