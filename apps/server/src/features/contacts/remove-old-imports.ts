import type { Clock } from '../../ports/clock.ts';
import type { ContactImports } from '../../ports/contact-imports.ts';
import type { Log } from '../../ports/log.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** A file that is being imported holds what it likes about people: it is kept no longer than it takes. */
const partsKeptMs = dayMs;
const importsKeptMs = 30 * dayMs;

/** Removes the parts of files, and imports that nobody looks at any more. */
export function createRemoveOldImports(
  imports: Pick<ContactImports, 'removeOld'>,
  clock: Clock,
  log: Log,
): () => Promise<void> {
  return async () => {
    const now = clock.now().getTime();
    const givenUp = await imports.removeOld(new Date(now - partsKeptMs), new Date(now - importsKeptMs));
    if (givenUp > 0)
      log.info({ givenUp }, 'imports of contacts that were not finished within a day given up');
  };
}
