import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** The project's own Node, whatever the machine has. */
export const node = join(root, 'node_modules/.bin/node');
