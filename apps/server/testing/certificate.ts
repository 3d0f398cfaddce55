import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface Certificate {
  /** PEM. */
  readonly key: string;
  readonly cert: string;
}

export interface CertificateOptions {
  /** Host names and IPv4 addresses that it is for. */
  readonly names: readonly string[];
  /** From and until, in days from now. */
  readonly days?: readonly [number, number];
  /** Signed by this one instead of by itself. */
  readonly issuer?: Certificate;
}

const authority = 'Test authority';
const dayMs = 24 * 60 * 60 * 1000;

/** A certificate for tests, without a tool besides Node. One that signs itself may also sign others. */
export function makeCertificate({ names, days = [-1, 30], issuer }: CertificateOptions): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signer: KeyObject = issuer ? createPrivateKey(issuer.key) : privateKey;
  const subject = nameOf(names[0] ?? authority);
  const body = sequence(
    tagged(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    issuer ? nameOf(authority) : subject,
    sequence(...days.map((day) => time(new Date(Date.now() + day * dayMs)))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions(names, issuer === undefined))),
  );
  const signature = sign('sha256', body, signer);
  const whole = sequence(body, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replaceAll(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`,
  };
}

/** One that signs others: `issuer` of their options, and to be trusted by whoever connects. */
export const makeAuthority = (): Certificate => makeCertificate({ names: [] });

function extensions(names: readonly string[], mayBeAuthority: boolean): Buffer[] {
  const alternatives = names.map((name) =>
    isIPv4(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name)),
  );
  const constraints = mayBeAuthority ? sequence(der(0x01, Buffer.from([0xff]))) : sequence();
  return [
    sequence(objectId('2.5.29.19'), der(0x01, Buffer.from([0xff])), der(0x04, constraints)),
    ...(names.length === 0 ? [] : [sequence(objectId('2.5.29.17'), der(0x04, sequence(...alternatives)))]),
  ];
}

const nameOf = (text: string) =>
  sequence(der(0x31, sequence(objectId('2.5.4.3'), der(0x0c, Buffer.from(text)))));

function time(at: Date): Buffer {
  const text = at.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der(0x18, Buffer.from(text));
}

function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = rest.flatMap((part) => {
    const digits = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
    return digits;
  });
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'));

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

const tagged = (tag: number, content: Buffer) => der(tag, content);

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
