import { access } from './run-access.ts';
import { runCommand } from './run-command.ts';

await runCommand(access);
