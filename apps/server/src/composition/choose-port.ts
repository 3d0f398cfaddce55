import { createServer } from 'node:net';

/**
 * The port to listen on. One that was set must be free; for the default one the next free port is taken, so that two
 * copies can run side by side without settings.
 */
export async function choosePort(host: string, port: number, given: boolean): Promise<number> {
  if (port === 0) return (await tryPort(host, 0)) ?? 0;
  const candidates = given ? [port] : Array.from({ length: 100 }, (_, step) => port + step);
  for (const candidate of candidates) {
    if ((await tryPort(host, candidate)) !== null) return candidate;
  }
  throw new PortTaken(port);
}

export class PortTaken extends Error {
  override readonly name = 'PortTaken';
  constructor(port: number) {
    super(`Port ${port} is already in use. Choose another one with PORT.`);
  }
}

function tryPort(host: string, port: number): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const probe = createServer();
  probe.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null);
    else reject(error);
  });
  probe.listen({ host, port, exclusive: true }, () => {
    const address = probe.address();
    const found = typeof address === 'object' && address ? address.port : port;
    probe.close(() => resolve(found));
  });
  return promise;
}
