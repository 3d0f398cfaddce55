import { runAgents } from './run-agents.ts';
import { runCommand } from './run-command.ts';

await runCommand(runAgents);
