import { ConfigFault, readConfig } from '../config/config.ts';
import { type Outcome, parseAccess, runAccess, usage } from './access-commands.ts';
import { Unavailable } from './unavailable.ts';

/** `npm run access -- …`: who may use this Parley. Works while the server runs, and while it does not. */
export async function access(args: readonly string[], settings: NodeJS.ProcessEnv): Promise<Outcome> {
  const command = parseAccess(args);
  if (command === null) return { code: 2, says: usage };
  try {
    const config = readConfig(settings);
    // Loaded only now: most of what a mistyped command would wait for is the database's code.
    const { openAccess } = await import('./open-access.ts');
    await using opened = await openAccess(config);
    return await runAccess(command, opened);
  } catch (error) {
    if (error instanceof Unavailable || error instanceof ConfigFault) return { code: 1, says: error.message };
    throw error;
  }
}
