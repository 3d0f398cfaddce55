import { createHmac, randomBytes } from 'node:crypto';
import { equalInConstantTime } from '../../lib/constant-time.ts';
import type { AuthSecrets } from '../../ports/auth-secrets.ts';
import { signInKeyOf } from './sign-in-key.ts';

/** Carries the id of a recognised browser to the library. A value sent by the client is discarded. */
export const knownDeviceHeader = 'x-parley-known-device';

const lifeSeconds = 180 * 24 * 60 * 60;

export interface KnownDevices {
  /** The id of a browser in which this account has signed in before; null for any other. */
  recognise(cookies: string | null, email: string): string | null;
  /** The cookie by which it is recognised next time. It grants no access, only a limit of its own for attempts. */
  cookieFor(email: string): string;
}

/** One signed HttpOnly cookie for each account; signed with the first key, recognised with each of them. */
export function createKnownDevices(
  keys: () => readonly [string, ...string[]],
  secure: boolean,
  now = Date.now,
): KnownDevices {
  return {
    recognise(cookies, email) {
      for (const key of keys()) {
        const device = devicesOf(key, secure, now).recognise(cookies, email);
        if (device !== null) return device;
      }
      return null;
    },
    cookieFor: (email) => devicesOf(keys()[0], secure, now).cookieFor(email),
  };
}

/** Not with a secret that was replaced: it may have leaked, and a forged browser would escape the limits on guesses. */
export function deviceKeysOf(secrets: AuthSecrets): [string, ...string[]] {
  const usable = secrets.accepted.filter(({ id }) => id !== secrets.replaced?.id);
  return usable.map(signInKeyOf) as [string, ...string[]];
}

function devicesOf(signInKey: string, secure: boolean, now: () => number): KnownDevices {
  const key = createHmac('sha256', signInKey).update('known device').digest();
  const mac = (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  const nameFor = (email: string) =>
    `${secure ? '__Secure-' : ''}parley.known_device.${mac('name', email).slice(0, 12)}`;
  return {
    recognise(cookies, email) {
      const account = email.toLowerCase();
      const [id = '', expires = '', given = ''] = cookieValue(cookies ?? '', nameFor(account)).split('.');
      if (!equalInConstantTime(given, mac('device', account, id, expires))) return null;
      return Number(expires) > now() / 1000 ? id : null;
    },
    cookieFor(email) {
      const account = email.toLowerCase();
      const id = randomBytes(12).toString('base64url');
      const expires = String(Math.floor(now() / 1000) + lifeSeconds);
      const value = [id, expires, mac('device', account, id, expires)].join('.');
      const parts = [`${nameFor(account)}=${value}`, `Max-Age=${lifeSeconds}`, 'Path=/api/auth', 'HttpOnly'];
      return [...parts, 'SameSite=Lax', ...(secure ? ['Secure'] : [])].join('; ');
    },
  };
}

function cookieValue(cookies: string, name: string): string {
  const found = cookies.split(';').find((cookie) => cookie.trim().startsWith(`${name}=`));
  return found?.trim().slice(name.length + 1) ?? '';
}
