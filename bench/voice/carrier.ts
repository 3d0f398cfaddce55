import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerUnderTest } from './server-under-test.ts';
import { connect, listen, type RawWebSocket, type RawWebSocketServer } from './wire/raw-websocket.ts';

const accountSid = `AC${'b'.repeat(32)}`;
const number = '+15005550006';
const caller = '+15005550010';

/** A call that the server has answered: its voice socket is open, nothing has been sent on it. */
export interface OpenCall {
  readonly callSid: string;
  /** The server's own parameters from the document. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly socket: RawWebSocket;
}

/**
 * A minimal carrier: it announces a call, opens the voice socket of the answer and reports the end, all signed. What
 * travels over the sockets is up to the phones.
 */
export class Carrier {
  readonly #token = randomBytes(16).toString('hex');
  readonly #live = new Set<string>();
  readonly #rest: RawWebSocketServer;

  private constructor(rest: RawWebSocketServer) {
    this.#rest = rest;
    rest.http.on('request', (request, response) => this.#answer(request, response));
  }

  static async start(): Promise<Carrier> {
    return new Carrier(await listen((socket) => socket.close()));
  }

  /** Settings that make a server use this carrier. */
  get env(): NodeJS.ProcessEnv {
    return {
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: this.#token,
      TWILIO_PHONE_NUMBER: number,
      // One caller with as many calls at once as the server can hold.
      INBOUND_CALLS_PER_CALLER: '1000000',
      INBOUND_CALLS_PER_CALLER_PER_DAY: '10000000',
      INBOUND_CALLS: '1000000',
      INBOUND_CALLS_PER_DAY: '10000000',
      TWILIO_API_BASE_URL: `http://127.0.0.1:${this.#rest.port}`,
    };
  }

  /** Calls Parley. A limit server has no webhooks; its socket is opened directly. */
  async call(server: ServerUnderTest, limitPath: string): Promise<OpenCall> {
    const callSid = `CA${randomBytes(16).toString('hex')}`;
    this.#live.add(callSid);
    if (server.name === 'limit') {
      const socket = await connect(server.url.replace('http', 'ws') + limitPath);
      return { callSid, parameters: {}, socket };
    }
    const document = await this.#tell(server, '/webhooks/twilio/inbound', callSid, 'ringing');
    const url = /url="([^"]+)"/.exec(document)?.[1];
    if (url === undefined) throw new Error(`The call was not taken: ${document}`);
    const parameters = Object.fromEntries(
      [...document.matchAll(/<Parameter name="([^"]+)" value="([^"]+)"/g)].map(([, name, value]) => [
        name ?? '',
        value ?? '',
      ]),
    );
    const socket = await connect(url, { 'X-Twilio-Signature': this.#sign(url) });
    return { callSid, parameters, socket };
  }

  /** The other party has hung up; the socket is closed by now. */
  async hungUp(server: ServerUnderTest, callSid: string): Promise<void> {
    this.#live.delete(callSid);
    if (server.name === 'parley') await this.#tell(server, '/webhooks/twilio/status', callSid, 'completed');
  }

  stop(): void {
    this.#rest.close();
  }

  async #tell(server: ServerUnderTest, path: string, callSid: string, status: string): Promise<string> {
    const fields = {
      AccountSid: accountSid,
      ApiVersion: '2010-04-01',
      CallSid: callSid,
      CallStatus: status,
      Direction: 'inbound',
      From: caller,
      To: number,
      ...(status === 'completed' ? { CallDuration: '10' } : {}),
    };
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'X-Twilio-Signature': this.#sign(server.url + path, fields) },
      body: new URLSearchParams(fields),
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
    return answer.text();
  }

  #sign(url: string, fields: Readonly<Record<string, string>> = {}): string {
    const sorted = Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
    return createHmac('sha1', this.#token)
      .update(url + sorted.map(([name, value]) => name + value).join(''))
      .digest('base64');
  }

  /** The REST API, as far as the server uses it: account, calls and numbers. */
  #answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
    const challenge = /^\/lab\/proof\?challenge=([\w-]+)$/.exec(url)?.[1];
    if (challenge !== undefined) {
      const proof = createHmac('sha256', this.#token)
        .update(`phone-lab proof\n${accountSid}\n${challenge}`)
        .digest('base64url');
      response.end(JSON.stringify({ proof }));
      return;
    }
    const sid = /\/Calls\/(CA\w+)\.json/.exec(url)?.[1];
    response.setHeader('Content-Type', 'application/json');
    if (sid === undefined) {
      response.end(JSON.stringify({ incoming_phone_numbers: [], calls: [], page: 0, page_size: 50 }));
      return;
    }
    const status = this.#live.has(sid) ? 'in-progress' : 'completed';
    const direction = 'inbound';
    response.end(JSON.stringify({ sid, status, direction, from: caller, to: number, duration: '10' }));
  }
}
