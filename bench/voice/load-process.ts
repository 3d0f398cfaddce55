import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Figure, MeasureOptions } from '../report.ts';
import { cores, pinned } from './processes.ts';

type Message = { readonly log: string } | { readonly figures: Figure[] };

/** Runs a load as a process on the other core and returns its figures. */
export async function runLoad(file: string, { smoke, log }: MeasureOptions): Promise<Figure[]> {
  const script = join(import.meta.dirname, file);
  const [command, ...rest] = pinned(cores.rest, [process.execPath, script, ...(smoke ? ['smoke'] : [])]);
  const child = spawn(command, rest, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // JSON would turn NaN into null.
    serialization: 'advanced',
  });
  let figures: Figure[] | null = null;
  child.on('message', (message: Message) => {
    if ('log' in message) log(message.log);
    else figures = message.figures;
  });
  const [code] = await once(child, 'exit');
  if (figures === null) throw new Error(`The load ${file} exited with code ${code} and sent no figures.`);
  return figures;
}

/** The body of a load process: sends log messages, and the figures at the end. */
export async function asLoad(work: (options: MeasureOptions) => Promise<Figure[]>): Promise<void> {
  const send = (message: Message) => {
    if (process.send) process.send(message);
    else console.log('log' in message ? message.log : message.figures);
  };
  const figures = await work({ smoke: process.argv.includes('smoke'), log: (log) => send({ log }) });
  send({ figures });
  process.disconnect?.();
}
