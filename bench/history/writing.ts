import { HttpConnection, requestText } from '../desk/http-connection.ts';
import { counted, slice } from '../quiet.ts';
import type { Figure } from '../report.ts';
import { percentile } from '../statistics.ts';
import type { DeskAtSize } from './desk-at-size.ts';
import { drive } from './drive.ts';
import { tenants } from './generate.ts';
import { sampleCalls } from './requests.ts';
import { type Plan, sizeName } from './sizes.ts';

/** A number that is busy: the shortest call possible, with all its callbacks. */
const busyNumber = '+15005550101';
const untilDone = 60_000;

/** Deleting and placing, one after the other for the time it takes, then together for how many there can be. */
export async function measureWriting(desk: DeskAtSize, plan: Plan): Promise<Figure[]> {
  const { owner, size, tokens } = desk;
  const bearer = tenants.map((tenant) => tokens.of(tenant));
  const deleted = await sampleCalls(owner, size, 2 * plan.writes);
  const deletes = deleted.map(({ tenant, id }) =>
    requestText({ method: 'DELETE', path: `/api/calls/${id}`, token: bearer[tenant] ?? '' }),
  );
  const places = Array.from({ length: 2 * plan.writes }, (_, n) =>
    requestText({
      method: 'POST',
      path: '/api/twilio/kuzco/call',
      token: bearer[n % bearer.length] ?? '',
      body: { phoneNumber: busyNumber, message: 'Confirm the appointment on Tuesday at half past nine.' },
    }),
  );
  return [
    ...(await write('delete', deletes, desk, plan)),
    ...(await write('place a call', places, desk, plan)),
  ];
}

async function write(
  what: string,
  requests: readonly string[],
  { product, size }: DeskAtSize,
  plan: Plan,
): Promise<Figure[]> {
  const first = await HttpConnection.open(product.port);
  const half = requests.length / 2;
  const load = { pid: product.pid, ms: untilDone };
  const alone = await inBatches(10, requests.slice(0, half), (next) =>
    drive({ ...load, connections: [first], next }),
  );
  const others = Array.from({ length: plan.connections - 1 }, () => HttpConnection.open(product.port));
  const connections = [first, ...(await Promise.all(others))];
  const concurrent = await drive({ ...load, connections, next: handOut(requests.slice(half)) });
  for (const connection of connections) connection.close();
  const { values, quiet } = counted(alone);
  const times = values.flatMap((run) => run.latencies);
  const name = `${what}, ${sizeName(size)} calls`;
  const figure = (suffix: string, value: number, unit: string): Figure => ({
    part: 'history',
    what: `${name}: ${suffix}`,
    value,
    unit,
  });
  return [
    {
      ...figure('throughput', concurrent.latencies.length / concurrent.seconds, '/s'),
      note: `${plan.connections} at once`,
    },
    { ...figure('p50', percentile(times, 0.5), 'ms'), note: `${Math.round(quiet * 100)} % quiet` },
    figure('p99', percentile(times, 0.99), 'ms'),
  ];
}

/** Small slices, so that stolen time spoils few samples. */
async function inBatches<T>(
  count: number,
  requests: readonly string[],
  work: (next: () => string | null) => Promise<T>,
) {
  const each = Math.ceil(requests.length / count);
  const slices = [];
  for (let at = 0; at < requests.length; at += each) {
    slices.push(await slice(() => work(handOut(requests.slice(at, at + each)))));
  }
  return slices;
}

/** Each request once, then no more. */
function handOut(requests: readonly string[]): () => string | null {
  let at = 0;
  return () => requests[at++] ?? null;
}
