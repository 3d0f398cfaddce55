import { sessionStorageOrNull } from '../../../lib/drafts.ts';
import { asNumber, asObject, asString } from '../../../lib/parsing/json.ts';

const key = 'parley-return';

/** The page of the app that was last shown in this tab, for whoever signs in again after the session has ended. */
export interface ReturnPage {
  owner: string;
  path: string;
  /** Set where the session ended because nobody was there for so long. */
  idleMinutes: number | null;
}

export function rememberPage(page: ReturnPage): void {
  try {
    sessionStorageOrNull()?.setItem(key, JSON.stringify(page));
  } catch {
    // The storage is full: the dashboard is shown instead.
  }
}

export function returnPage(): ReturnPage | null {
  try {
    const stored = asObject(JSON.parse(sessionStorageOrNull()?.getItem(key) ?? 'null'));
    const [owner, path] = [asString(stored?.owner), asString(stored?.path)];
    if (owner === null || path === null || !path.startsWith('/app')) return null;
    return { owner, path, idleMinutes: asNumber(stored?.idleMinutes) };
  } catch {
    return null;
  }
}

/** For sign-out: the page belongs to the account. */
export function forgetPage(): void {
  sessionStorageOrNull()?.removeItem(key);
}
