/** What a schema of the contract says of input; only the shape that is used. */
interface Schema {
  safeParse(value: unknown): {
    error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
  };
}

/** The first sentence about each field, by its name (`apiKey.sid`); about the whole by the empty name. */
export type FieldErrors = ReadonlyMap<string, string>;

export const noErrors: FieldErrors = new Map();

/** The same sentences that the server would answer with. */
export function fieldErrors(schema: Schema, body: unknown): FieldErrors {
  const found = new Map<string, string>();
  for (const { path, message } of schema.safeParse(body).error?.issues ?? []) {
    const name = path.map(String).join('.');
    if (!found.has(name)) found.set(name, message);
  }
  return found;
}
