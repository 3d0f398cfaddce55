/** PostgreSQL refuses to compare a uuid with anything else; to us such an id is simply unknown. */
export function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id);
}
