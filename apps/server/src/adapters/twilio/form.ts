/** Form fields as Twilio sent them; a field sent more than once is a list. */
export type FormFields = Readonly<Record<string, string | readonly string[]>>;

/** Read as a form whatever its content type is; if it is no form, the signature cannot match. */
export function parseForm(body: string): FormFields {
  const sent = new URLSearchParams(body);
  const fields: Record<string, string | string[]> = Object.create(null);
  for (const name of new Set(sent.keys())) {
    const values = sent.getAll(name);
    fields[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return fields;
}

/**
 * The text of a field; null when it is missing, empty or repeated. The signature covers the fields as sent; NUL is
 * removed here, after the check, because PostgreSQL cannot store it.
 */
export function text(fields: FormFields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' ? value.replaceAll('\u0000', '') || null : null;
}
