import type { Recipient } from '@parley/contract';

/** Rows without a name are called by their place in the file. */
export const rowName = ({ name, row }: Recipient) => (name === '' ? `row ${row}` : name);
