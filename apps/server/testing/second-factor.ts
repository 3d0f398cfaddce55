import { codeAt, stepAt } from '../src/lib/totp.ts';
import { goodPassword, type Visitor } from './visitor.ts';

/** What the phone of a person shows. */
export interface AuthenticatorApp {
  readonly secret: string;
  readonly bytes: Buffer;
  readonly recoveryCodes: readonly string[];
  /** The code at this moment, or that of a phone whose clock is off by some steps. */
  code(distance?: number): string;
  userId(): Promise<string>;
}

export async function setUp(
  visitor: Visitor,
  now: () => number,
  { confirm = true } = {},
): Promise<AuthenticatorApp> {
  const { body } = await visitor.post('second-factor/start', { password: goodPassword });
  const bytes = fromBase32(body.secret);
  const code = (distance = 0) => codeAt(bytes, stepAt(now()) + distance);
  const confirmed = confirm ? await visitor.post('second-factor/confirm', { code: code() }) : null;
  return {
    secret: body.secret,
    bytes,
    recoveryCodes: confirmed?.body.recoveryCodes ?? [],
    code,
    userId: async () => (await visitor.get('get-session')).body.user.id,
  };
}

/** The secret as an app is given it. */
export function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
