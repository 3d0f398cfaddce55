import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { requestText } from '../desk/http-connection.ts';
import { cpuSeconds } from '../desk/process-figures.ts';
import { counted, slice } from '../quiet.ts';
import type { Figure } from '../report.ts';
import { percentile } from '../statistics.ts';
import type { DeskAtSize } from './desk-at-size.ts';
import { tenants } from './generate.ts';
import { sampleCalls } from './requests.ts';
import { type Plan, sizeName } from './sizes.ts';

const tenant = tenants[0] ?? '';
/** So many events at once: with more, the server would disconnect a page that cannot keep up. */
const gust = 25;
const eventStart = 'event: call.changed';

/** An event stream client that counts events. */
class Listener {
  readonly #socket: Socket;
  #heard = 0;
  #wanted = Number.POSITIVE_INFINITY;
  #done: () => void = () => {};
  #lost: (why: Error) => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('latin1');
    socket.on('close', () => this.#lost(new Error('The server cut a listening page off.')));
    let held = '';
    socket.on('data', (text: string) => {
      // An event may come in two pieces; what was counted is not looked at again.
      const pieces = (held + text).split(eventStart);
      held = (pieces.at(-1) ?? '').slice(-eventStart.length);
      this.#heard += pieces.length - 1;
      if (this.#heard >= this.#wanted) this.#done();
    });
  }

  static async open(desk: DeskAtSize, user: string): Promise<Listener> {
    const socket = connect(desk.product.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(requestText({ path: '/api/events', token: desk.tokens.of(tenant, user) }));
    // The first bytes of the body mean that the server has subscribed this page.
    let head = '';
    while (!head.includes(': open')) head += String((await once(socket, 'data'))[0]);
    return new Listener(socket);
  }

  /** Resolves when this many more events have arrived. */
  hear(count: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#heard = 0;
      this.#wanted = count;
      this.#done = resolve;
      this.#lost = reject;
    });
  }

  close(): void {
    this.#lost = () => {};
    this.#socket.destroy();
  }
}

/** From the notification in the database to the page: one event, then many at once, with more and more pages open. */
export async function measureLive(
  desk: DeskAtSize,
  plan: Plan,
  listeners: readonly number[],
): Promise<Figure[]> {
  const calls = (await sampleCalls(desk.owner, desk.size, plan.notices * 25)).filter(
    (call) => call.tenant === 0,
  );
  const notices = calls.map(({ id }) => JSON.stringify({ kind: 'changed', tenantId: tenant, callId: id }));
  const open: Listener[] = [];
  const figures: Figure[] = [];
  for (const count of listeners) {
    while (open.length < count) open.push(await Listener.open(desk, `listener_${open.length}`));
    figures.push(...(await measureWith(open, notices, desk, plan)));
  }
  for (const listener of open) listener.close();
  return figures;
}

async function measureWith(
  open: readonly Listener[],
  notices: readonly string[],
  { owner, product, size }: DeskAtSize,
  plan: Plan,
): Promise<Figure[]> {
  const tell = (notice: string) => owner.query("select pg_notify('parley_live', $1)", [notice]);
  const slices = [];
  for (const notice of notices.slice(0, plan.notices)) {
    slices.push(
      await slice(async () => {
        const started = performance.now();
        const heard = Promise.all(open.map((listener) => listener.hear(1)));
        await tell(notice);
        await heard;
        return performance.now() - started;
      }),
    );
  }
  const cpuBefore = cpuSeconds(product.pid);
  const started = performance.now();
  const rush = notices.slice(0, plan.notices);
  for (let at = 0; at < rush.length; at += gust) {
    const some = rush.slice(at, at + gust);
    const heard = Promise.all(open.map((listener) => listener.hear(some.length)));
    for (const notice of some) await tell(notice);
    await heard;
  }
  const seconds = (performance.now() - started) / 1000;
  const cpu = cpuSeconds(product.pid) - cpuBefore;
  const { values, quiet } = counted(slices);
  const pages = open.length === 1 ? '1 page' : `${open.length} pages`;
  const figure = (suffix: string, value: number, unit: string): Figure => ({
    part: 'history',
    what: `live event, ${sizeName(size)} calls, ${pages}: ${suffix}`,
    value,
    unit,
  });
  return [
    figure('throughput', rush.length / seconds, '/s'),
    figure('CPU of the server', (cpu / rush.length) * 1e6, 'µs'),
    { ...figure('p50', percentile(values, 0.5), 'ms'), note: `${Math.round(quiet * 100)} % quiet` },
    figure('p99', percentile(values, 0.99), 'ms'),
  ];
}
