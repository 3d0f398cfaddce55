import { sessionStorageOrNull } from '../../lib/drafts.ts';

const key = 'parley-chosen-follow-up';

/** The row that is chosen, for whoever comes back from a call or reloads the page; it ends with the tab. */
export const rememberedChoice = {
  load: (): string | null => sessionStorageOrNull()?.getItem(key) ?? null,
  save(id: string | null): void {
    try {
      if (id === null) sessionStorageOrNull()?.removeItem(key);
      else sessionStorageOrNull()?.setItem(key, id);
    } catch {
      // The storage is full: the first row is chosen then.
    }
  },
};
