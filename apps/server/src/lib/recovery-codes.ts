import { createHash, randomBytes } from 'node:crypto';

const count = 10;
const length = 16;
/** Without letters and digits that are read as each other. 32 of them: five bits each, 80 in a code. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz234567890';

export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    const letters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('');
    return (letters.match(/.{4}/g) ?? []).join('-');
  });
}

/** As it is stored. With so many bits in a code nobody finds it from its digest. */
export function recoveryCodeDigest(userId: string, code: string): string {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return createHash('sha256')
    .update(JSON.stringify(['recovery code', userId, plain]))
    .digest('base64url');
}
