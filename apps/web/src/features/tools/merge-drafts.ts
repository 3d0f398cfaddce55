/** What belongs together in a form, and what it is called there. */
export interface FormPart<Draft> {
  label: string;
  fields: readonly (keyof Draft)[];
  /** Where the same can be typed in two ways. */
  isSame?: (one: Draft, other: Draft) => boolean;
}

export interface Merge<Draft> {
  /** Both changes; of what both have changed, mine. */
  merged: Draft;
  /** What only they have changed, and what both have. */
  theirs: string[];
  both: string[];
}

/** Two changes of the same thing, as they are typed: half of a JSON text is kept too. */
export function mergeDrafts<Draft extends object>(
  parts: readonly FormPart<Draft>[],
  base: Draft,
  mine: Draft,
  theirs: Draft,
): Merge<Draft> {
  const changedByMe = parts.filter((part) => !isSamePart(part, base, mine));
  const changedByThem = parts.filter((part) => !isSamePart(part, base, theirs));
  const merged = { ...theirs };
  for (const { fields } of changedByMe) for (const field of fields) merged[field] = mine[field];
  return {
    merged,
    theirs: labelsOf(changedByThem.filter((part) => !changedByMe.includes(part))),
    both: labelsOf(
      changedByThem.filter((part) => changedByMe.includes(part) && !isSamePart(part, mine, theirs)),
    ),
  };
}

export function isSameIn<Draft>(parts: readonly FormPart<Draft>[], one: Draft, other: Draft): boolean {
  return parts.every((part) => isSamePart(part, one, other));
}

function isSamePart<Draft>({ fields, isSame }: FormPart<Draft>, one: Draft, other: Draft): boolean {
  return isSame?.(one, other) ?? fields.every((field) => textOf(one[field]) === textOf(other[field]));
}

/** The ids of rows are no change. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (key, each: unknown) => (key === 'id' ? undefined : each));
}

function labelsOf(parts: readonly { label: string }[]): string[] {
  return parts.map(({ label }) => label);
}
