import type { Recipient } from '../../../lib/parsing/campaigns.ts';

/** Rows without a name are called by their place in the file. */
export const rowName = ({ name, row }: Recipient) => (name === '' ? `row ${row}` : name);
