import { runCommand } from './run-command.ts';
import { doctor } from './run-doctor.ts';

await runCommand(doctor);
