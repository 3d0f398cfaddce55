/** Checked first: PostgreSQL reports an error for a text that is no UUID, and to us such an id is just not found. */
export function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id);
}

/** Before every id. */
export const nilUuid = '00000000-0000-0000-0000-000000000000';
/** After every id. */
export const maxUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
