import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { choosePort, listenOn } from './choose-port.ts';

/** The addresses of the server. */
export interface Addresses {
  readonly port: number;
  /** For a person at this machine. */
  readonly localUrl: string;
  /** For the carrier. */
  readonly publicUrl: string;
  /** Allowed browser origins; the first is shown to people. */
  readonly webOrigins: readonly [string, ...string[]];
}

export async function chooseAddresses(config: Config): Promise<Addresses> {
  const port = await choosePort(config.host, config.port, config.portGiven);
  const listensEverywhere = config.host === '0.0.0.0' || config.host === '::';
  const host = listensEverywhere ? '127.0.0.1' : config.host;
  const localUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const publicUrl = config.publicUrl ?? localUrl;
  const [first = new URL(publicUrl).origin, ...rest] = config.webOrigins ?? [
    ...new Set([new URL(publicUrl).origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`]),
  ];
  return { port, localUrl, publicUrl, webOrigins: [first, ...rest] };
}

export function listen(app: Pick<FastifyInstance, 'listen'>, host: string, port: number): Promise<void> {
  return listenOn(port, () => app.listen({ host, port, listenTextResolver: () => 'listening' }));
}
