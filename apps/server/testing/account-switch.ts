import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Lab } from '@parley/phone-lab';

export interface AccountSwitch {
  readonly url: string;
  /** Holds a request up before the lab gets it, or its answer before it is passed on; null: none. */
  hold: ((held: HeldRequest) => Promise<void>) | null;
  stop(): Promise<void>;
}

export interface HeldRequest {
  readonly method: string;
  readonly path: string;
  readonly at: 'request' | 'answer';
}

/** One carrier address for several labs, as a carrier has many accounts: the account in the path says which lab is asked. */
export async function startAccountSwitch(labs: readonly Lab[]): Promise<AccountSwitch> {
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = 'GET', url: path = '/' } = incoming;
    await accounts.hold?.({ method, path, at: 'request' });
    const account = /\/Accounts\/(AC[0-9a-f]{32})/i.exec(path)?.[1];
    const lab = labs.find(({ accountSid }) => accountSid === account);
    if (!lab) return void outgoing.writeHead(404).end();
    // A lab answers only requests for its own address.
    const { host: _, ...headers } = incoming.headers;
    const asked = request(lab.url + path, { method, headers }, async (answer) => {
      await accounts.hold?.({ method, path, at: 'answer' });
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  };
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accounts: AccountSwitch = {
    hold: null,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return accounts;
}
