import { runCommand } from './run-command.ts';
import { phoneSetup } from './run-phone-setup.ts';

await runCommand(phoneSetup);
