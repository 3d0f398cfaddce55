const storageKey = 'parley-first-steps';

/** An earlier release kept e-mail addresses there. */
const formerKey = 'parley-first-steps-dismissed';

/** In this browser; on another one the card is shown once more. */
export function areStepsDismissed(personId: string): boolean {
  forgetFormer();
  return dismissedBy().includes(digestOf(personId));
}

export function dismissSteps(personId: string): void {
  try {
    const others = dismissedBy().filter((digest) => digest !== digestOf(personId));
    localStorage.setItem(storageKey, JSON.stringify([...others, digestOf(personId)]));
  } catch {
    // Without storage it is dismissed until the page is loaded again.
  }
}

function forgetFormer(): void {
  try {
    localStorage.removeItem(formerKey);
  } catch {
    // Without storage there is nothing to forget.
  }
}

function dismissedBy(): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Tells the people of one browser apart without naming them: 32 bits (FNV-1a) lead back to nobody. */
function digestOf(personId: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(personId)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(36);
}
