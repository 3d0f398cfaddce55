import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { SeededRandom } from '../faults/seeded-random.ts';

/** `lost`: the event is handled, and the connection breaks before the answer. `gone`: 410. */
export type Conduct = 'accept' | 'fail' | 'busy' | 'redirect' | 'stall' | 'break' | 'lost' | 'gone';

/** A request that was verified. */
export interface Arrival {
  readonly id: string;
  readonly raw: string;
  readonly conduct: Conduct;
}

/** How somebody's software behaves when an event comes; `time` counts how often it came. */
export type Behaviour = (time: number, requests: number) => Conduct;

/** Of a thousand. */
const first = { accept: 860, fail: 40, busy: 5, redirect: 30, stall: 5, break: 30, lost: 30 } as const;
const second = { accept: 900, fail: 40, busy: 0, redirect: 30, stall: 0, break: 15, lost: 15 } as const;

export const reliable: Behaviour = () => 'accept';

/** It fails when an event comes first, now and then when it comes again, and later never. */
export function unreliable(random: SeededRandom): Behaviour {
  return (time) => (time > 2 ? 'accept' : random.weighted(time === 1 ? first : second));
}

/** Besides, it says so often that it is gone, each time after so many requests. */
export function unreliableAndGone(random: SeededRandom, times: number, every: number): Behaviour {
  const otherwise = unreliable(random);
  let gone = 0;
  return (time, requests) => {
    if (gone === times || requests < (gone + 1) * every) return otherwise(time, requests);
    gone += 1;
    return 'gone';
  };
}

interface Receiver {
  readonly behaviour: Behaviour;
  readonly arrivals: Arrival[];
  readonly times: Map<string, number>;
  webhook: Webhook | null;
}

/** Receivers as others write them, with the package `standardwebhooks`: what it does not verify is refused and noted. */
export class Receivers {
  /** Requests that did not verify, and those to where a redirect points. */
  readonly refused: string[] = [];
  url = '';
  readonly #receivers = new Map<string, Receiver>();
  readonly #http = createServer();

  static async open(behaviours: Readonly<Record<string, Behaviour>>): Promise<Receivers> {
    const receivers = new Receivers();
    for (const [path, behaviour] of Object.entries(behaviours))
      receivers.#receivers.set(path, { behaviour, arrivals: [], times: new Map(), webhook: null });
    receivers.#http.on('request', async (request, response) => {
      const raw = await text(request).catch(() => null);
      // The server that sent it was killed on the way.
      if (raw !== null) receivers.#receive(request.url ?? '', request.headers, raw, response);
    });
    receivers.#http.listen(0, '127.0.0.1');
    await once(receivers.#http, 'listening');
    receivers.url = `http://127.0.0.1:${(receivers.#http.address() as AddressInfo).port}`;
    return receivers;
  }

  setSecret(path: string, secret: string): void {
    this.#of(path).webhook = new Webhook(secret);
  }

  arrivalsAt(path: string): readonly Arrival[] {
    return this.#of(path).arrivals;
  }

  async close(): Promise<void> {
    this.#http.close();
    this.#http.closeAllConnections();
    await once(this.#http, 'close');
  }

  #of(path: string): Receiver {
    const receiver = this.#receivers.get(path);
    if (!receiver) throw new Error(`Nothing receives at ${path}.`);
    return receiver;
  }

  #receive(path: string, given: NodeJS.Dict<string | string[]>, raw: string, response: ServerResponse) {
    const receiver = this.#receivers.get(path);
    const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
    try {
      if (!receiver?.webhook) throw new Error('Nobody expects events here.');
      receiver.webhook.verify(raw, headers);
    } catch (error) {
      this.refused.push(`${path}: ${error}`);
      response.writeHead(400).end();
      return;
    }
    const id = headers['webhook-id'] ?? '';
    const time = (receiver.times.get(id) ?? 0) + 1;
    receiver.times.set(id, time);
    const conduct = receiver.behaviour(time, receiver.arrivals.length + 1);
    receiver.arrivals.push({ id, raw, conduct });
    this.#carryOut(conduct, response);
  }

  #carryOut(conduct: Conduct, response: ServerResponse): void {
    switch (conduct) {
      case 'stall':
        return;
      case 'break':
      case 'lost':
        response.destroy();
        return;
      case 'redirect':
        response.writeHead(302, { location: `${this.url}/elsewhere` }).end();
        return;
      case 'busy':
        response.writeHead(503, { 'retry-after': '1' }).end();
        return;
      default:
        response.writeHead({ accept: 204, fail: 500, gone: 410 }[conduct]).end();
    }
  }
}
