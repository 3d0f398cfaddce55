import { setTimeout as delay } from 'node:timers/promises';
import { type Call, type CallDetail, type CallReason, isTerminal, type LiveEvent } from '@parley/contract';
import { expect, vi } from 'vitest';
import type { ClerkMint } from './tokens.ts';

export interface Person {
  readonly id?: string;
  readonly organization?: string;
  /** The entry for the app in the token; an administrator's, unless it is given. */
  readonly role?: unknown;
}

export interface DeskAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  readonly body: any;
  readonly headers: Headers;
}

/** A page keeps its token for a while too. A token lasts for a minute. */
const tokenKeptMs = 20_000;

/** A client of the desk's API, as its pages use it. */
export class DeskClient {
  readonly url: string;
  readonly #mint: ClerkMint;
  readonly #person: Person;
  #kept: { readonly token: Promise<string>; readonly since: number } | null = null;

  constructor(url: string, mint: ClerkMint, person: Person) {
    this.url = url;
    this.#mint = mint;
    this.#person = person;
  }

  async token(changes: Record<string, unknown> = {}): Promise<string> {
    const { id = 'user_kit', organization, role = 'admin' } = this.#person;
    const org = organization === undefined ? {} : this.#mint.organization(organization);
    return this.#mint.sign(this.#mint.claims({ sub: id, m: { parley: role }, ...org, ...changes }));
  }

  #keptToken(): Promise<string> {
    if (this.#kept === null || Date.now() - this.#kept.since > tokenKeptMs)
      this.#kept = { token: this.token(), since: Date.now() };
    return this.#kept.token;
  }

  async request(method: string, path: string, body?: object, headers: object = {}): Promise<DeskAnswer> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await this.#keptToken()}`,
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? null : JSON.parse(text),
      headers: response.headers,
    };
  }

  place(phoneNumber: string, options: PlaceOptions = {}): Promise<DeskAnswer> {
    const { agentId = 'gs-dental', message = 'Say hello.', key } = options;
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return this.request('POST', `/api/twilio/${agentId}/call`, { phoneNumber, message }, headers);
  }

  /** Places a call that must be accepted. */
  async placeAccepted(phoneNumber: string, options: PlaceOptions = {}): Promise<string> {
    const answer = await this.place(phoneNumber, options);
    expect(answer).toMatchObject({ status: 200, body: { callId: expect.any(String) } });
    return answer.body.callId;
  }

  addContact(number: string, name: string, notes = ''): Promise<DeskAnswer> {
    const more = { language: null, timeZone: null, consent: [], notes, agentNotes: '' };
    return this.request('POST', '/api/contacts', { number, name, ...more });
  }

  async calls(): Promise<Call[]> {
    return (await this.request('GET', '/api/calls?limit=100')).body.calls;
  }

  async call(id: string): Promise<CallDetail> {
    return (await this.request('GET', `/api/calls/${id}`)).body.call;
  }

  end(id: string): Promise<DeskAnswer> {
    return this.request('POST', `/api/calls/${id}/end`);
  }

  remove(id: string): Promise<DeskAnswer> {
    return this.request('DELETE', `/api/calls/${id}`);
  }

  /**
   * Waits until the call has ended and has its duration. The reason may be stored after the status (CL5), so a test of
   * the reason names it here.
   */
  async waitUntilEnded(
    id: string,
    { because, timeout = 300_000 }: { because?: CallReason; timeout?: number } = {},
  ): Promise<CallDetail> {
    const deadline = performance.now() + timeout;
    // Every question costs the server about as much as a reply of the agent: the longer it takes, the fewer are asked.
    for (let pause = 20; !isOver(await this.call(id)); pause = Math.min(pause * 1.3, 250)) {
      if (performance.now() > deadline) throw new Error(`The call ${id} did not end within ${timeout} ms.`);
      await delay(pause);
    }
    if (because) await expect.poll(async () => (await this.call(id)).reason).toBe(because);
    return this.call(id);
  }

  async waitForStatus(id: string, status: Call['status']): Promise<CallDetail> {
    const polling = { timeout: 300_000, interval: 20 };
    await vi.waitFor(async () => expect((await this.call(id)).status).toBe(status), polling);
    return this.call(id);
  }

  /** The event stream of this user; closes with the signal. */
  async events(signal: AbortSignal, tokenChanges: Record<string, unknown> = {}): Promise<LiveEvents> {
    const response = await fetch(`${this.url}/api/events`, {
      headers: { authorization: `Bearer ${await this.token(tokenChanges)}` },
      signal,
    });
    expect(response.status).toBe(200);
    return readEvents(response);
  }
}

export interface PlaceOptions {
  readonly agentId?: string;
  readonly message?: string;
  readonly key?: string;
}

export interface LiveEvents {
  readonly seen: LiveEvent[];
  /** All text received, comments included. */
  readonly raw: () => string;
  readonly closed: Promise<void>;
}

function isOver(call: Call): boolean {
  return isTerminal(call.status) && (call.status !== 'completed' || call.duration !== null);
}

export function readEvents(response: Response): LiveEvents {
  const seen: LiveEvent[] = [];
  let raw = '';
  const read = async () => {
    let rest = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      raw += chunk;
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data !== undefined) seen.push(JSON.parse(data) as LiveEvent);
      }
    }
  };
  return { seen, raw: () => raw, closed: read().catch(() => {}) };
}
