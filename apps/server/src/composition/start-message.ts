import type { Config } from '../config/config.ts';
import type { Addresses } from './addresses.ts';

/** Printed at the terminal once the server is ready. */
export function startMessage({ port, localUrl }: Addresses, config: Config, code: string | null): string {
  const lines = [];
  if (code !== null) lines.push(`The first account needs this one-time code: ${code}`);
  if (port !== config.port && config.port !== 0)
    lines.push(`Port ${config.port} is taken, so this is ${port}.`);
  return [...lines, `Parley is ready at ${localUrl}`].join('\n');
}
