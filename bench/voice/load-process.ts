import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Figure, MeasureOptions } from '../report.ts';
import { cores, pinned } from './processes.ts';

type Message = { readonly log: string } | { readonly figures: Figure[] };

/** Runs a load in a process of its own on the other core, and hands on what it found. */
export async function runLoad(file: string, { smoke, log }: MeasureOptions): Promise<Figure[]> {
  const script = join(import.meta.dirname, file);
  const [command, ...rest] = pinned(cores.rest, [process.execPath, script, ...(smoke ? ['smoke'] : [])]);
  const child = spawn(command, rest, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // A figure that is no number stays one on its way here.
    serialization: 'advanced',
  });
  let figures: Figure[] | null = null;
  child.on('message', (message: Message) => {
    if ('log' in message) log(message.log);
    else figures = message.figures;
  });
  const [code] = await once(child, 'exit');
  if (figures === null) throw new Error(`The load ${file} ended with ${code} and told nothing.`);
  return figures;
}

/** What a load does: tells of its progress, and at the end what it found. */
export async function asLoad(work: (options: MeasureOptions) => Promise<Figure[]>): Promise<void> {
  const tell = (message: Message) => {
    if (process.send) process.send(message);
    else console.log('log' in message ? message.log : message.figures);
  };
  const figures = await work({ smoke: process.argv.includes('smoke'), log: (log) => tell({ log }) });
  tell({ figures });
  process.disconnect?.();
}
