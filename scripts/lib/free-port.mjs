import { createServer } from 'node:net';

/** The first free port from `first` on, on loopback. */
export async function freePort(first) {
  for (let port = first; port < first + 100; port += 1) if (await isFree(port)) return port;
  throw new Error(`No free port from ${first} to ${first + 99}.`);
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
