import { readConfig } from '../config/config.ts';
import type { FileName } from '../ports/file-name.ts';
import { FileStoreError } from '../ports/file-store-error.ts';
import type { CommandResult } from './access-commands.ts';
import { withErrorsAsOutput } from './run-command.ts';

export const usage = `What files are encrypted with (docs/files.md, Encryption):

  npm run files -- reencrypt    writes every file anew that is not encrypted with FILES_KEY, or, where
                                FILES_KEY is not set, every file that is encrypted; in all places where
                                files are, also those that were connected in the browser

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
    const { storesOfDeployment } = await import('./deployment-stores.ts');
    const { sealingOf } = await import('../composition/files.ts');
    const { reencrypt } = await import('../features/files/reencrypt.ts');
    await using opened = await openCommandDatabase(config);
    const { database, secrets } = opened;
    const sealing = { ...sealingOf(config.filesKeys), mayStoreInTheClear: true };
    await using deployment = await storesOfDeployment(config, { database, secrets }, sealing);
    const { rows } = await database.asSystem((tx) => tx.execute<{ id: string }>(sql`select id from tenants`));
    const isWanted = async ({ tenantId, kind, id }: FileName) => {
      if (kind !== 'recordings') return true;
      const found = await database.asSystem((tx) =>
        tx.execute(sql`select 1 from recordings where tenant_id = ${tenantId} and call_id = ${id}::uuid`),
      );
      return found.rows.length > 0;
    };
    const tenants = rows.map(({ id }) => id);
    let written = 0;
    const failed: string[] = [];
    for (const store of deployment.stores) {
      try {
        const done = await reencrypt({ store, isWanted, tenants, keyId: sealing.key?.id ?? null });
        written += done.written;
        failed.push(...done.failed.map((one) => `${store.id}: ${one}`));
      } catch (error) {
        // One that does not answer keeps nobody from the others.
        if (!(error instanceof FileStoreError)) throw error;
        failed.push(`${store.id}: ${error.message}`);
      }
    }
    const lines = [`${written} files written anew.`, ...failed.slice(0, shownFailures)];
    if (failed.length > 0)
      lines.push(`${failed.length} could not be; set FILES_KEY_PREVIOUS to their key, or see the store.`);
    else if (config.filesKeys.previous !== null) lines.push('FILES_KEY_PREVIOUS can be left out now.');
    return { exitCode: failed.length === 0 ? 0 : 1, output: lines.join('\n') };
  });
}
