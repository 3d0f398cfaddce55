import { vi } from 'vitest';

/** The test's document has none. This one never sees anything; `vi.unstubAllGlobals` removes it. */
export function stubIntersectionObserver(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
}
