import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** The Node version of the project, not the machine's. */
export const node = join(root, 'node_modules/.bin/node');
