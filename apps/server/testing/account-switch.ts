import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Lab } from '@parley/phone-lab';

export interface AccountSwitch {
  readonly url: string;
  stop(): Promise<void>;
}

/** One carrier address for several labs, as a carrier has many accounts: the account in the path says which lab is asked. */
export async function startAccountSwitch(labs: readonly Lab[]): Promise<AccountSwitch> {
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const account = /\/Accounts\/(AC[0-9a-f]{32})/i.exec(incoming.url ?? '')?.[1];
    const lab = labs.find(({ accountSid }) => accountSid === account);
    if (!lab) return void outgoing.writeHead(404).end();
    // A lab answers only requests for its own address.
    const {
      method,
      headers: { host: _, ...headers },
    } = incoming;
    const asked = request(lab.url + incoming.url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  };
  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
