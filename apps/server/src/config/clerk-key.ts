import { createPublicKey } from 'node:crypto';

/**
 * Clerk's public key in any form that environments allow: whole, on one line with \n written out, or as the
 * bare base64 between the BEGIN and END lines. Null when it is no RSA public key.
 */
export function clerkPublicKey(text: string): string | null {
  const base64 = text
    .replaceAll('\\n', '\n')
    .replace(/-----(?:BEGIN|END) PUBLIC KEY-----/g, '')
    .replace(/["'\s]/g, '');
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'rsa' ? key.export({ format: 'pem', type: 'spki' }).toString() : null;
  } catch {
    return null;
  }
}
