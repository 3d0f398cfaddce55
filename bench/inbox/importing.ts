import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { guessColumns } from '@parley/contract';
import { HttpConnection, requestText } from '../desk/http-connection.ts';
import type { Product } from '../desk/product.ts';
import type { Tokens } from '../desk/tokens.ts';
import { drive } from '../history/drive.ts';
import type { Figure } from '../report.ts';
import { percentile } from '../statistics.ts';
import { plainDesk } from './generate.ts';

const part = 'inbox';
const partLength = 200_000;
/** What a list of calls may take while somebody imports. */
const mostMs = 150;
const sliceMs = 200;

interface ImportState {
  readonly state: string;
  readonly added: number;
  readonly rowsRead: number;
}

/** A file of contacts while somebody else opens the list of calls and a third page listens. */
export async function measureImport(product: Product, tokens: Tokens, rows: number): Promise<Figure[]> {
  const desk = await HttpConnection.open(product.port);
  const send = async (method: string, path: string, body?: unknown) => {
    const request = requestText({ method, path: `/api/contacts${path}`, token: tokens.of(plainDesk), body });
    const answer = await desk.send(request);
    if (answer.status !== 200) throw new Error(`Answered ${answer.status}: ${answer.body.toString()}`);
    return JSON.parse(answer.body.toString()) as { import: ImportState & { id: string } };
  };
  const listener = await Listener.open(product, tokens.of(plainDesk, 'listener'));
  const file = fileOf(rows);
  const parts = Math.ceil(file.length / partLength);
  const { id } = (await send('POST', '/imports', { fileName: 'people.csv', parts })).import;
  for (let at = 0; at < parts; at += 1)
    await send('PUT', `/imports/${id}/parts/${at}`, {
      content: file.slice(at * partLength, (at + 1) * partLength),
    });
  await send('POST', `/imports/${id}/start`, {
    columns: guessColumns(['Name', 'Phone']),
    delimiter: ',',
    country: null,
  });
  const started = performance.now();
  const state = async () => (await send('GET', `/imports/${id}`)).import;
  const reader = await HttpConnection.open(product.port);
  const request = requestText({ path: '/api/calls', token: tokens.of(plainDesk) });
  const load = { pid: product.pid, connections: [reader], next: () => request, ms: sliceMs };
  const latencies: number[] = [];
  let now = await state();
  for (; now.state === 'running'; now = await state()) {
    latencies.push(...(await drive(load)).latencies);
    await delay(sliceMs);
  }
  const seconds = (performance.now() - started) / 1000;
  for (const connection of [desk, reader]) connection.close();
  listener.close();
  if (now.state !== 'done' || now.added !== rows) throw new Error(`The import ended ${JSON.stringify(now)}.`);
  // A short file is over before anybody has asked.
  if (latencies.length === 0) latencies.push(0);
  const p99 = percentile(latencies, 0.99);
  const name = `import of ${rows.toLocaleString('en-US')} contacts`;
  return [
    { part, what: `${name}: until all are there`, value: seconds, unit: 's' },
    {
      part,
      what: `${name}: first page of calls meanwhile, p50`,
      value: percentile(latencies, 0.5),
      unit: 'ms',
    },
    {
      ...{ part, what: `${name}: first page of calls meanwhile, p99`, value: p99, unit: 'ms', limit: mostMs },
      ...{ ratio: p99 / mostMs, reach: { at: 'most', ratio: 1 } },
    },
    {
      ...{
        part,
        what: `${name}: events that an open page gets`,
        value: listener.heard / seconds,
        unit: '/s',
      },
      note: `${listener.heard} in all`,
    },
  ];
}

function fileOf(rows: number): string {
  const lines = ['Name,Phone'];
  for (let n = 0; n < rows; n += 1)
    lines.push(`Person ${n} Imported,+1202${String(2_000_000 + n).padStart(7, '0')}`);
  return `${lines.join('\r\n')}\r\n`;
}

class Listener {
  heard = 0;
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
    let held = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      const pieces = (held + text).split('\nevent: ');
      held = (pieces.at(-1) ?? '').slice(-10);
      this.heard += pieces.length - 1;
    });
  }

  static async open(product: Product, token: string): Promise<Listener> {
    const socket = connect(product.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(requestText({ path: '/api/events', token }));
    let head = '';
    while (!head.includes(': open')) head += String((await once(socket, 'data'))[0]);
    return new Listener(socket);
  }

  close(): void {
    this.#socket.destroy();
  }
}
