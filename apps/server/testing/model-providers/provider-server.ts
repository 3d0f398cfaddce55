import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a scripted answer of a model says or calls. */
export type ProviderStep =
  | { readonly say: string }
  /** `input` is sent as it is where it is a string. */
  | { readonly call: string; readonly input: unknown; readonly id?: string };

/** What the model was shown, in the order of the history. */
export interface Shown {
  readonly said: readonly string[];
  /** The results of its tool calls. */
  readonly results: readonly string[];
}

export type ProviderEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

export interface ProviderWire {
  readonly path: string;
  /** Reads a request, or says why the provider refuses it. */
  read(body: unknown): Shown | { readonly refusal: string };
  refusal(message: string): object;
  /** The events of a streamed answer. */
  events(steps: readonly ProviderStep[]): readonly ProviderEvent[];
}

/** A model provider on loopback: its own wire, its own refusals, scripted answers. */
export class ProviderServer {
  readonly shown: Shown[] = [];
  readonly refusals: string[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(
    wire: ProviderWire,
    answer: (shown: Shown) => readonly ProviderStep[],
  ): Promise<ProviderServer> {
    const server = createServer((request, response) => {
      void serve(request, response).catch(() => response.destroy());
    });
    const provider = new ProviderServer(server);
    async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const read = wire.read(JSON.parse(await bodyOf(request)));
      if (request.url !== wire.path || 'refusal' in read) {
        const message = 'refusal' in read ? read.refusal : `no such path: ${request.url}`;
        provider.refusals.push(message);
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end(JSON.stringify(wire.refusal(message)));
        return;
      }
      provider.shown.push(read);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of wire.events(answer(read)))
        response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      response.end();
    }
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export function argumentsOf({ input }: Extract<ProviderStep, { call: string }>): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
