import { expect, test } from 'vitest';
import { createKnownDevices } from './known-devices.ts';

const cookieOf = (header: string) => header.split(';', 1)[0] ?? '';

test('SR4: a browser that signed in before AUTH_SECRET changed is recognised, and signed with the new key next time', () => {
  const before = createKnownDevices(() => ['old key'], false);
  const after = createKnownDevices(() => ['new key', 'old key'], false);
  const cookie = cookieOf(before.cookieFor('Kit@example.com'));
  expect(after.recognise(cookie, 'kit@example.com')).not.toBeNull();
  expect(after.recognise(cookie, 'jo@example.com')).toBeNull();
  const renewed = cookieOf(after.cookieFor('kit@example.com'));
  expect(before.recognise(renewed, 'kit@example.com')).toBeNull();
  expect(createKnownDevices(() => ['new key'], false).recognise(renewed, 'kit@example.com')).not.toBeNull();
});
