import { readConfig } from '../config/config.ts';
import type { FileName } from '../ports/file-name.ts';
import type { CommandResult } from './access-commands.ts';
import { withErrorsAsOutput } from './run-command.ts';

export const usage = `What files are encrypted with (docs/files.md, Encryption):

  npm run files -- reencrypt    writes every file anew that is not encrypted with FILES_KEY, or, where
                                FILES_KEY is not set, every file that is encrypted

  First restart all servers with the new settings. It can be stopped at any time and begun again.
  Exit code 0: all files are as they shall be. 1: some could not be read or written.`;

const shownFailures = 20;

export function files(args: readonly string[], settings: NodeJS.ProcessEnv): Promise<CommandResult> {
  return withErrorsAsOutput(async () => {
    if (args.length !== 1 || args[0] !== 'reencrypt') return { exitCode: 2, output: usage };
    const config = readConfig(settings);
    // Imported late: the database code takes long to load, and a mistyped command does not need it.
    const { openCommandDatabase } = await import('./open-database.ts');
    const { sql } = await import('../adapters/postgres/drizzle.ts');
    const { createSealedStore } = await import('../adapters/sealed-files/sealed-store.ts');
    const { openFileStore, sealingOf } = await import('../composition/files.ts');
    const { reencrypt } = await import('../features/files/reencrypt.ts');
    await using opened = await openCommandDatabase(config);
    const { database } = opened;
    const sealing = { ...sealingOf(config.filesKeys), mayStoreInTheClear: true };
    const store = createSealedStore(openFileStore(config.files), sealing);
    try {
      const { rows } = await database.asSystem((tx) =>
        tx.execute<{ id: string }>(sql`select id from tenants`),
      );
      const isWanted = async ({ tenantId, kind, id }: FileName) => {
        if (kind !== 'recordings') return true;
        const found = await database.asSystem((tx) =>
          tx.execute(sql`select 1 from recordings where tenant_id = ${tenantId} and call_id = ${id}::uuid`),
        );
        return found.rows.length > 0;
      };
      const { written, failed } = await reencrypt({
        ...{ store, isWanted, tenants: rows.map(({ id }) => id), keyId: sealing.key?.id ?? null },
      });
      const lines = [`${written} files written anew.`, ...failed.slice(0, shownFailures)];
      if (failed.length > 0)
        lines.push(`${failed.length} could not be; set FILES_KEY_PREVIOUS to their key.`);
      else if (config.filesKeys.previous !== null) lines.push('FILES_KEY_PREVIOUS can be left out now.');
      return { exitCode: failed.length === 0 ? 0 : 1, output: lines.join('\n') };
    } finally {
      await store.close();
    }
  });
}
