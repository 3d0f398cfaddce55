import { createNumberDigest } from '../src/ports/number-digest.ts';

/** With a key that every test has. */
export const testDigest = createNumberDigest(Buffer.alloc(32, 7));
