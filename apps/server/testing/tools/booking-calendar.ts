import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '../faults/seeded-random.ts';

/** What a calendar does with a booking, with how often each is drawn. */
const behaviours = {
  'answers at once': 50,
  'answers late': 10,
  'answers twice': 8,
  'fails before booking': 8,
  'fails after booking': 8,
  'drops before booking': 6,
  'drops after booking': 10,
} as const;
type Behaviour = keyof typeof behaviours;

/** A request as the calendar has seen it. */
export interface LedgerEntry {
  readonly key: string;
  /** When a complete answer that it is booked was sent to somebody who still waited; null: never. */
  answeredAt: number | null;
}

export interface BookingCalendar extends AsyncDisposable {
  readonly url: string;
  /** Every booking that was carried out, in its order; a place that stands twice was booked twice. */
  readonly booked: readonly string[];
  /** The key of each of them. */
  readonly keys: readonly string[];
  /** Every request, booked or not, in its order. */
  readonly ledger: readonly LedgerEntry[];
  readonly behaviours: ReadonlyMap<Behaviour, number>;
}

/** A calendar that books whatever it is asked for, as often as it is asked. Where it honours keys, each of them once. */
export async function startBookingCalendar(
  honoursKeys: boolean,
  random: SeededRandom,
  lateMs: number,
): Promise<BookingCalendar> {
  const booked: string[] = [];
  const keys: string[] = [];
  const ledger: LedgerEntry[] = [];
  const answers = new Map<string, string>();
  const drawn = new Map<Behaviour, number>();

  function book(start: string, key: string): string {
    const known = honoursKeys ? answers.get(key) : undefined;
    if (known !== undefined) return known;
    booked.push(start);
    keys.push(key);
    const answer = JSON.stringify({ booked: start, number: booked.length });
    answers.set(key, answer);
    return answer;
  }

  const server = createServer(async (request, response) => {
    const { start } = JSON.parse(await readBody(request)) as { start: string };
    const key = String(request.headers['idempotency-key'] ?? '');
    const entry: LedgerEntry = { key, answeredAt: null };
    ledger.push(entry);
    const behaviour = random.weighted(behaviours);
    drawn.set(behaviour, (drawn.get(behaviour) ?? 0) + 1);
    if (behaviour === 'fails before booking') return send(response, 500, '{"error":"before"}');
    if (behaviour === 'drops before booking') return void request.socket.destroy();
    const answer = book(start, key);
    if (behaviour === 'fails after booking') return send(response, 500, '{"error":"after"}');
    if (behaviour === 'drops after booking') return void request.socket.destroy();
    if (behaviour === 'answers late') await delay(lateMs);
    if (!request.socket.destroyed) response.once('finish', () => (entry.answeredAt = Date.now()));
    send(response, 201, answer);
    // A second answer on the connection, which nobody has asked for.
    if (behaviour === 'answers twice')
      request.socket.write('HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/appointments`,
    ...{ booked, keys, ledger },
    behaviours: drawn,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
