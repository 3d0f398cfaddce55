import { customType } from './drizzle.ts';

/** A column of bytes. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
