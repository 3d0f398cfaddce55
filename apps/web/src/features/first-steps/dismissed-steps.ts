const storageKey = 'parley-first-steps-dismissed';

/** In this browser; on another one the card is shown once more. */
export function areStepsDismissed(person: string): boolean {
  return dismissedBy().includes(person);
}

export function dismissSteps(person: string): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify([...dismissedBy(), person]));
  } catch {
    // Without storage it is dismissed until the page is loaded again.
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
