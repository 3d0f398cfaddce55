import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Where any free port is chosen from: below those that systems give to outgoing connections, one of which could take it before
 * the server listens.
 */
const anyFrom = 20_000;
const anyBelow = 32_000;
const tries = 100;

/**
 * The port to listen on; 0 stands for any. One that was set must be free; for the default one the next free port is taken, so
 * that two copies can run side by side without settings.
 */
export async function choosePort(host: string, port: number, given: boolean): Promise<number> {
  for (const candidate of candidatesFor(port, given)) if (await isFree(host, candidate)) return candidate;
  throw new PortTaken(port);
}

function candidatesFor(port: number, given: boolean): readonly number[] {
  if (port === 0) return Array.from({ length: tries }, () => randomInt(anyFrom, anyBelow));
  return given ? [port] : Array.from({ length: tries }, (_, step) => port + step);
}

export class PortTaken extends Error {
  override readonly name = 'PortTaken';
  constructor(port: number) {
    super(`Port ${port} is already in use. Choose another one with PORT.`);
  }
}

/** Listens on the port that was chosen: another program may have taken it since. */
export async function listenOn(port: number, listen: () => Promise<unknown>): Promise<void> {
  try {
    await listen();
  } catch (error) {
    throw isTaken(error) ? new PortTaken(port) : error;
  }
}

function isTaken(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE' || code === 'EACCES';
}

function isFree(host: string, port: number): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const probe = createServer();
  probe.once('error', (error) => {
    if (isTaken(error)) resolve(false);
    else reject(error);
  });
  probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(true)));
  return promise;
}
