import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { prometheusType } from '../lib/metrics/prometheus-text.ts';
import { isLocalRequest } from './forwarding.ts';

/**
 * Tells the metrics to programs of this machine, without a key. It has a port of its own, so that a proxy in front of the
 * desk does not pass it on; a page in a browser of this machine cannot read it, because its host or origin is another.
 */
export async function openMetricsPort(port: number, read: () => Promise<string>): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, text: string) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    };
    if (!isLocalRequest(request)) return answer(403, 'text/plain', 'Only from this machine.\n');
    if (request.url !== '/metrics') return answer(404, 'text/plain', 'There is only /metrics.\n');
    if (request.method !== 'GET') return answer(405, 'text/plain', 'Only GET.\n');
    read().then(
      (text) => answer(200, prometheusType, text),
      () => answer(500, 'text/plain', 'The metrics cannot be read.\n'),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
