import { audit } from './run-audit.ts';
import { runCommand } from './run-command.ts';

await runCommand(audit);
