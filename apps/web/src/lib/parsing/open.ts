import { type OpenEnum, reportInvalid } from './json.ts';

type Plain = string | number | boolean | null | undefined;
type OpenWord<Value> = Value extends string ? OpenEnum<Value> : Value;

/** As the schema describes it, but the fields with these names may have words that this page does not know. */
export type Opened<Value, Name extends string> = unknown extends Value
  ? Value
  : Value extends Plain
    ? Value
    : { [Key in keyof Value]: Key extends Name ? OpenWord<Value[Key]> : Opened<Value[Key], Name> };

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly values?: readonly unknown[] | undefined;
  readonly keys?: readonly string[] | undefined;
}

interface Schema<Value> {
  safeParse(value: unknown): {
    readonly data?: Value | undefined;
    readonly error?: { readonly issues: readonly Issue[] } | undefined;
  };
}

interface Openness<Name extends string> {
  /** Lists of which an item that cannot be read is skipped, with what an item is called in the report of it. */
  lists?: Readonly<Record<string, string>>;
  /** Fields whose unknown words are kept as they are. */
  words?: readonly Name[];
}

/**
 * Reads with a schema what a newer server may have sent: an unknown word of `words` stays as it is, and what cannot be read
 * costs one item of `lists`. Undefined where something else cannot be read. Not for what is edited and sent back: an item
 * that was skipped would be gone with the next save.
 */
export function readOpen<Value, Name extends string = never>(
  schema: Schema<Value>,
  body: unknown,
  { lists = {}, words = [] }: Openness<Name>,
): Opened<Value, Name> | undefined {
  const copy: unknown = structuredClone(body);
  const holderOf = ({ path }: Issue) => valueAt(copy, path.slice(0, -1));
  const isOpen = (issue: Issue) => {
    const key = String(issue.path.at(-1));
    return (
      (issue.values ?? []).length > 0 &&
      words.includes(key as Name) &&
      typeof holderOf(issue)[key] === 'string'
    );
  };
  let { data, error } = schema.safeParse(copy);
  while (error) {
    const others = error.issues.filter((issue) => !isOpen(issue));
    if (others.length === 0) break;
    if (!withoutItems(copy, others, lists)) return undefined;
    ({ data, error } = schema.safeParse(copy));
  }
  // Read with a known word in the place of each unknown one, which is put back afterwards.
  const unknown = (error?.issues ?? []).map((issue) => {
    const [holder, key] = [holderOf(issue), String(issue.path.at(-1))];
    const word = holder[key];
    holder[key] = issue.values?.[0];
    return { issue, key, word };
  });
  if (error) ({ data } = schema.safeParse(copy));
  if (data !== undefined)
    for (const { issue, key, word } of unknown) valueAt(data, issue.path.slice(0, -1))[key] = word;
  return data as Opened<Value, Name> | undefined;
}

/** Extra fields go, as everywhere. False where anything else is in none of the lists. */
function withoutItems(
  copy: unknown,
  issues: readonly Issue[],
  lists: Readonly<Record<string, string>>,
): boolean {
  const shortened = new Set<unknown[]>();
  for (const { path, keys } of issues) {
    for (const key of keys ?? []) delete valueAt(copy, path)[key];
    if (keys) continue;
    const place = path.findIndex((key) => String(key) in lists) + 1;
    const list: unknown = valueAt(copy, path.slice(0, place));
    const index = Number(path[place]);
    if (place === 0 || !Array.isArray(list) || !(index < list.length)) return false;
    delete list[index];
    shortened.add(list);
    reportInvalid(`${lists[String(path[place - 1])]} ${index + 1}`);
  }
  // A filter leaves out what was deleted.
  for (const list of shortened) list.splice(0, list.length, ...list.filter(() => true));
  return true;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): Record<PropertyKey, unknown> {
  return path.reduce((inner, key) => Object(inner)[key], value) as Record<PropertyKey, unknown>;
}
