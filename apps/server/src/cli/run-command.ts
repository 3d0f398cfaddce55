import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigFault } from '../config/config.ts';
import type { CommandResult } from './access-commands.ts';
import { CommandUnavailable } from './unavailable.ts';

type Command = (args: readonly string[], settings: NodeJS.ProcessEnv) => Promise<CommandResult>;

/** Runs a command for a person at a terminal, with the settings of the server from the same `.env` file. */
export async function runCommand(command: Command): Promise<void> {
  const settings = join(import.meta.dirname, '../../../../.env');
  // Variables of the shell take precedence.
  if (existsSync(settings)) process.loadEnvFile(settings);
  const { exitCode, output } = await withErrorsAsOutput(() => command(process.argv.slice(2), process.env));
  if (exitCode === 0) console.log(output);
  else console.error(output);
  process.exitCode = exitCode;
}

/** Errors that the person can correct become output, without a stack trace. */
export async function withErrorsAsOutput(run: () => Promise<CommandResult>): Promise<CommandResult> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof CommandUnavailable || error instanceof ConfigFault)
      return { exitCode: 1, output: error.message };
    throw error;
  }
}
