import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { showScript } from './show-script.ts';

/** Instructions in plain English from many trades, each with what the agent makes of it. */
export const spokenFolder = join(import.meta.dirname, 'spoken');

export interface Spoken {
  readonly instructions: string;
  /** "party" and the lines, as they are written in the file. */
  readonly said: string;
}

export function spokenFiles(): string[] {
  return readdirSync(spokenFolder).toSorted();
}

export function readSpoken(file: string): Spoken[] {
  return readFileSync(join(spokenFolder, file), 'utf8')
    .trim()
    .split(/\n\n(?=> )/)
    .map((block) => {
      const lines = block.split('\n');
      const own = lines.filter((line) => line.startsWith('> '));
      return {
        instructions: own.map((line) => line.slice(2)).join('\n'),
        said: lines.slice(own.length).join('\n'),
      };
    });
}

export function saidOf(instructions: string): string {
  const { party, steps } = showScript(instructions);
  return [`[${party ?? 'whoever answers'}]`, ...steps].join('\n');
}

/** Writes the files anew; what changed has to be read by somebody who speaks English. */
if (process.argv[1] === import.meta.filename) {
  for (const file of spokenFiles()) {
    const blocks = readSpoken(file).map(({ instructions }) =>
      [...instructions.split('\n').map((line) => `> ${line}`), saidOf(instructions)].join('\n'),
    );
    writeFileSync(join(spokenFolder, file), `${blocks.join('\n\n')}\n`);
  }
}
