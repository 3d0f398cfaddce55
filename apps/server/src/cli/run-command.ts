import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigFault } from '../config/config.ts';
import type { Outcome } from './access-commands.ts';
import { Unavailable } from './unavailable.ts';

type Command = (args: readonly string[], settings: NodeJS.ProcessEnv) => Promise<Outcome>;

/** Runs a command for a person at a terminal, with the settings of the server from the same file. */
export async function runCommand(command: Command): Promise<void> {
  const settings = join(import.meta.dirname, '../../../../.env');
  // What the shell says comes first.
  if (existsSync(settings)) process.loadEnvFile(settings);
  const { code, says } = await inWords(() => command(process.argv.slice(2), process.env));
  if (code === 0) console.log(says);
  else console.error(says);
  process.exitCode = code;
}

/** A fault that a person can mend is told in a sentence, without the place in the program where it was noticed. */
export async function inWords(act: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Unavailable || error instanceof ConfigFault) return { code: 1, says: error.message };
    throw error;
  }
}
