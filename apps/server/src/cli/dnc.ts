import { runCommand } from './run-command.ts';
import { doNotCall } from './run-dnc.ts';

await runCommand(doNotCall);
