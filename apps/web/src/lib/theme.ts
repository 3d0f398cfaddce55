import { useSyncExternalStore } from 'react';

const storageKey = 'darkMode';
const listeners = new Set<() => void>();

function isDark(): boolean {
  return document.documentElement.classList.contains('dark');
}

function apply(dark: boolean): void {
  document.documentElement.classList.toggle('dark', dark);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#181613' : '#faf6ef');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', followOtherTabs);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs);
  };
}

function followOtherTabs(event: StorageEvent): void {
  if (event.key === storageKey) apply(event.newValue === 'true');
}

/** The current theme, which `public/theme.js` sets before the first paint. */
export function useDarkMode(): [dark: boolean, setDark: (dark: boolean) => void] {
  const dark = useSyncExternalStore(subscribe, isDark);
  return [dark, setDarkMode];
}

export function setDarkMode(dark: boolean): void {
  try {
    localStorage.setItem(storageKey, String(dark));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  apply(dark);
}
