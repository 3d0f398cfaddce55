import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { createSignedAddresses } from '../../lib/recordings/signed-address.ts';
import type { FileStores } from '../../ports/file-store.ts';
import { createOpenSound } from './open-sound.ts';

const callId = '019a8b5e-6c00-7000-8000-000000000001';

function opening() {
  const clock = new ManualClock();
  const warnings: string[] = [];
  const opened: string[] = [];
  const warn = (_: object, message: string) => void warnings.push(message);
  const addresses = createSignedAddresses(Buffer.alloc(32, 1));
  const expiresAt = new Date(clock.time() + 300_000);
  const sign = (tenantId: string, by = addresses) =>
    by.sign({ tenantId, callId, purpose: 'play', expiresAt });
  const open = createOpenSound({
    access: { storeOf: async ({ tenantId }) => (tenantId === 'one' ? 'folder' : null) },
    files: {
      get: () => ({
        get: async ({ tenantId }: { tenantId: string }) => {
          opened.push(tenantId);
          return { file: { size: 5 }, first: 0, length: 5, body: Readable.from(['sound']) };
        },
      }),
    } as unknown as FileStores,
    ...{ addresses, clock, log: { debug() {}, info() {}, warn, error() {} } },
  });
  return { clock, sign, open, warnings, opened };
}

const refused = { code: 'recording_address_invalid' };

test('RC11: an address opens the sound until its time is over, to the millisecond', async () => {
  const { clock, sign, open, warnings, opened } = opening();
  const address = sign('one');
  clock.advance(299_999);
  expect(await open(address, null)).toMatchObject({ kind: 'whole', purpose: 'play' });
  clock.advance(1);
  await expect(open(address, null)).rejects.toMatchObject(refused);
  await expect(open(address, 'none')).rejects.toMatchObject(refused);
  expect(opened).toEqual(['one']);
  expect(warnings).toHaveLength(2);
});

test('RC11: whatever is changed in an address, it is refused, logged, and opens nothing', async () => {
  const { sign, open, warnings, opened } = opening();
  const address = sign('one');
  const [content = '', signature = ''] = address.split('.');
  const other = Buffer.from(JSON.stringify(['two', callId, 'play', 9e15])).toString('base64url');
  const changed = [
    ...Array.from({ length: address.length }, (_, at) => flipped(address, at)),
    `${other}.${signature}`,
    `${content}.`,
    `.${signature}`,
    `${address}.${signature}`,
    `${address}A`,
    content,
    '',
    '.',
    sign('one', createSignedAddresses(Buffer.alloc(32, 2))),
  ].filter((one) => one !== address);
  for (const one of changed) await expect(open(one, null), one).rejects.toMatchObject(refused);
  expect(opened).toEqual([]);
  expect(warnings).toHaveLength(changed.length);
});

test('RC10: an address of a recording that is not there (any more) says only that', async () => {
  const { sign, open, opened } = opening();
  await expect(open(sign('two'), null)).rejects.toMatchObject({ code: 'recording_not_found' });
  expect(opened).toEqual([]);
});

/** Another character in this place. Of the last one of a signature some bits do not count, so it is changed by half of all. */
function flipped(text: string, at: number): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const place = digits.indexOf(text[at] ?? '');
  return `${text.slice(0, at)}${place < 0 ? 'A' : digits[(place + 32) % 64]}${text.slice(at + 1)}`;
}
