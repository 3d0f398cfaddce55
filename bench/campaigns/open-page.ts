import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { requestText } from '../desk/http-connection.ts';
import type { Product } from '../desk/product.ts';
import type { Figure } from '../report.ts';
import { median } from '../statistics.ts';
import type { CampaignBench } from './desk.ts';
import { mostPageMs } from './pages.ts';
import type { Plan } from './plan.ts';

const part = 'campaigns';
/** A page fetches what it shows again once a second while a campaign calls. */
const mostLiveMs = 1_000;

/** What the page of a campaign asks for one after the other when it is opened, and how soon it shows what somebody did. */
export async function measureOpenPage(
  product: Product,
  desk: CampaignBench,
  id: string,
  { requests }: Plan,
): Promise<Figure[]> {
  const page = await OpenPage.open(product, desk.token);
  const shown: number[] = [];
  const opened: number[] = [];
  for (let n = 0; n < requests; n += 1) {
    const resumed = performance.now();
    await desk.resume(id);
    // Of what was before nothing is on its way any more: where the event of this was first, that of the next call counts.
    await page.hear();
    await desk.send('GET', `/api/campaigns/${id}/progress`);
    shown.push(performance.now() - resumed);
    // From here on it calls people.
    const began = performance.now();
    await desk.send('GET', `/api/campaigns/${id}`);
    await desk.send('GET', `/api/campaigns/${id}/progress`);
    opened.push(performance.now() - began);
    await desk.pause(id);
  }
  page.close();
  const figure = (what: string, value: number, limit: number): Figure => ({
    ...{ part, what: `${what}, with 50,000 rows: p50`, value, unit: 'ms', limit },
    ...{ ratio: value / limit, reach: { at: 'most', ratio: 1 } },
  });
  return [
    figure('page opened while it calls', median(opened), mostPageMs),
    figure('resumed, as an open page shows it', median(shown), mostLiveMs),
  ];
}

/** The event stream of a page. */
class OpenPage {
  readonly #socket: Socket;
  #told = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    let held = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      held += text;
      if (!held.includes('campaign.changed')) return;
      held = '';
      this.#told();
    });
  }

  static async open(product: Product, token: string): Promise<OpenPage> {
    const socket = connect(product.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(requestText({ path: '/api/events', token }));
    let head = '';
    while (!head.includes(': open')) head += String((await once(socket, 'data'))[0]);
    return new OpenPage(socket);
  }

  /** Resolves when a campaign has changed. */
  hear(): Promise<void> {
    return new Promise((resolve) => {
      this.#told = resolve;
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}
