/** What the transcript says of keys that the other party pressed; a resumed session reads it back. */
export function pressedNote(digits: string): string {
  return `The other party pressed ${[...digits].join(' ')}.`;
}

/** The keys of such a note; null for any other text. */
export function digitsIn(note: string): string | null {
  return keysIn(note, /^The other party pressed ([0-9#*A-D](?: [0-9#*A-D])*)\.$/);
}

/** The same of keys that the agent pressed. */
export function agentPressedNote(digits: string): string {
  return `The agent pressed ${spaced(digits)}.`;
}

export function agentDigitsIn(note: string): string | null {
  return keysIn(note, /^The agent pressed ([0-9#*](?: [0-9#*])*)\.$/);
}

/** Without pauses. */
export function spaced(digits: string): string {
  return [...digits.replaceAll('w', '')].join(' ');
}

function keysIn(note: string, pattern: RegExp): string | null {
  return pattern.exec(note)?.[1]?.replaceAll(' ', '') ?? null;
}
