import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

export interface ReceivedWebhook {
  readonly path: string;
  readonly id: string;
  /** Whether any of the signatures is that of Standard Webhooks. */
  readonly verified: boolean;
  readonly signatures: number;
  readonly raw: string;
  readonly headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any body
  readonly body: any;
}

/** What the receiver does with a request; `stall` never answers. */
export type Answer = 'stall' | { readonly status: number; readonly headers?: object; readonly text?: string };

/** Other software, written with the package of Standard Webhooks. It knows the secret of each path. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** Requests that wait for an answer which does not come. */
  readonly stalled: number;
  readonly secrets: Map<string, string>;
  answer: (received: ReceivedWebhook, time: number) => Answer;
  close(): Promise<void>;
}

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const times = new Map<string, number>();
  let stalled = 0;
  const server = createServer(async (request, response) => {
    const raw = await text(request);
    const path = request.url ?? '';
    const header = (name: string) => String(request.headers[name] ?? '');
    const id = header('webhook-id');
    const signatures = header('webhook-signature').split(' ');
    const secret = receiver.secrets.get(path);
    // Not `verify`, which compares with the clock of the machine: the clock of a test may be days ahead.
    const expected = secret
      ? new Webhook(secret).sign(id, new Date(Number(header('webhook-timestamp')) * 1000), raw)
      : '';
    const verified = signatures.includes(expected);
    const headers = Object.fromEntries(Object.keys(request.headers).map((name) => [name, header(name)]));
    const entry = { path, id, verified, signatures: signatures.length, raw, headers, body: JSON.parse(raw) };
    received.push(entry);
    const time = (times.get(`${path} ${id}`) ?? 0) + 1;
    times.set(`${path} ${id}`, time);
    reply(response, receiver.answer(entry, time));
  });
  function reply(response: ServerResponse, answer: Answer): void {
    if (answer === 'stall') {
      stalled += 1;
      response.on('close', () => {
        stalled -= 1;
      });
      return;
    }
    response.writeHead(answer.status, { ...answer.headers });
    response.end(answer.text ?? '');
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}`,
    received,
    get stalled() {
      return stalled;
    },
    secrets: new Map(),
    answer: () => ({ status: 204 }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
