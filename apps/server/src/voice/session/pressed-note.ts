/** What the transcript says of keys that the other party pressed; a resumed session reads it back. */
export function pressedNote(digits: string): string {
  return `The other party pressed ${[...digits].join(' ')}.`;
}

/** The keys of such a note; null for any other text. */
export function digitsIn(note: string): string | null {
  const [, spaced] = /^The other party pressed ([0-9#*A-D](?: [0-9#*A-D])*)\.$/.exec(note) ?? [];
  return spaced?.replaceAll(' ', '') ?? null;
}
