import { runCommand } from './run-command.ts';
import { files } from './run-files.ts';

await runCommand(files);
