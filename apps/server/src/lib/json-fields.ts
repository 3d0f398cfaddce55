export type JsonFields = Readonly<Record<string, unknown>>;

/** The fields of a JSON value from outside; none for a value that is no object. */
export function jsonFields(value: unknown): JsonFields {
  return typeof value === 'object' && value !== null ? (value as JsonFields) : {};
}
