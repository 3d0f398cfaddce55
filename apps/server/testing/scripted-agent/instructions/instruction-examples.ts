import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { showScript } from './show-script.ts';

/** Instructions in plain English from many industries, each with the script that the agent reads from it. */
export const examplesFolder = join(import.meta.dirname, 'examples');

export interface InstructionExample {
  readonly instructions: string;
  /** The party and the sentences, as they stand in the file. */
  readonly script: string;
}

export function exampleFiles(): string[] {
  return readdirSync(examplesFolder).toSorted();
}

export function readExamples(file: string): InstructionExample[] {
  return readFileSync(join(examplesFolder, file), 'utf8')
    .trim()
    .split(/\n\n(?=> )/)
    .map((block) => {
      const lines = block.split('\n');
      const own = lines.filter((line) => line.startsWith('> '));
      return {
        instructions: own.map((line) => line.slice(2)).join('\n'),
        script: lines.slice(own.length).join('\n'),
      };
    });
}

export function scriptText(instructions: string): string {
  const { party, steps } = showScript(instructions);
  return [`[${party ?? 'whoever answers'}]`, ...steps].join('\n');
}

/** Run directly, it rewrites the files; a change has to be reviewed by a speaker of English. */
if (process.argv[1] === import.meta.filename) {
  for (const file of exampleFiles()) {
    const blocks = readExamples(file).map(({ instructions }) =>
      [...instructions.split('\n').map((line) => `> ${line}`), scriptText(instructions)].join('\n'),
    );
    writeFileSync(join(examplesFolder, file), `${blocks.join('\n\n')}\n`);
  }
}
