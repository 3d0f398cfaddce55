import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Ledger } from '../ledger.ts';

/** Every new ledger entry as a server-sent event. */
export function streamEvents(ledger: Ledger, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  response.write(': phone-lab\n\n');
  const stop = ledger.listen((entry) => {
    response.write(`id: ${entry.n}\nevent: entry\ndata: ${JSON.stringify(entry)}\n\n`);
  });
  request.on('close', stop);
}
