import { readConfig } from '../config/config.ts';
import { type CommandResult, parseAccess, runAccess, usage } from './access-commands.ts';
import { withErrorsAsOutput } from './run-command.ts';

/** `npm run access -- …`: who may use this Parley. Works whether or not the server runs. */
export function access(args: readonly string[], settings: NodeJS.ProcessEnv): Promise<CommandResult> {
  return withErrorsAsOutput(async () => {
    const command = parseAccess(args);
    if (command === null) return { exitCode: 2, output: usage };
    const config = readConfig(settings);
    // Imported late: the database code takes long to load, and a mistyped command does not need it.
    const { openAccess } = await import('./open-access.ts');
    await using opened = await openAccess(config);
    return await runAccess(command, opened);
  });
}
