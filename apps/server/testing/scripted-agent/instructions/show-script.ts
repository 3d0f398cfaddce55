import { readScript } from '../../../src/adapters/scripted-agent/instructions/read-script.ts';
import type { Step } from '../../../src/adapters/scripted-agent/instructions/script.ts';

/** The script that the agent reads from instructions, as text. */
export function showScript(instructions: string): { party: string | null; steps: string[] } {
  const line = (step: Step): string[] =>
    step.kind === 'tell'
      ? [step.text]
      : [
          step.question,
          ...step.ifYes.flatMap(line).map((s) => `yes: ${s}`),
          ...step.ifNo.flatMap(line).map((s) => `no: ${s}`),
        ];
  const { party, steps } = readScript(instructions, 'Elm Street Dental');
  return { party, steps: steps.flatMap(line) };
}
