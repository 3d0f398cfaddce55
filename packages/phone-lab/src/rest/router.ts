import type { Account } from '../account.ts';
import type { Switchboard } from '../call/switchboard.ts';
import type { FaultRule, Faults } from '../faults.ts';
import { normalizeNumber } from '../phone-number-format.ts';
import type { PhoneNumbers } from '../phone-numbers.ts';
import type { Texts } from '../text/texts.ts';
import { AccountsResource } from './accounts.ts';
import { authenticate, type Proved } from './authenticate.ts';
import { CallRecordingsResource } from './call-recordings.ts';
import { CallStreamsResource } from './call-streams.ts';
import { CallsResource } from './calls.ts';
import { notFound, notSupported, RestError } from './errors.ts';
import { Form } from './form.ts';
import { IncomingNumbersResource } from './incoming-numbers.ts';
import { MessagesResource } from './messages.ts';
import { RecordingsResource } from './recordings.ts';
import type { RestResponse } from './response.ts';

export interface RestRequest {
  method: string;
  /** Path and query as sent. */
  path: string;
  query: string;
  authorization: string | undefined;
  body: string;
}

/** A parsed request: `/Calls/{sid}/Recordings/{partSid}.json`. */
interface ParsedRequest {
  method: string;
  path: string;
  resource: string;
  sid: string;
  part: string;
  partSid: string;
  extension: string;
  proved: Proved;
  form: Form;
  query: Form;
}

/** Longer than the time-out of any client. */
const defaultStallMs = 120_000;

/** Twilio's REST API, version 2010-04-01, as far as it is supported. */
export class RestRouter {
  readonly #account: Account;
  readonly #faults: Faults;
  readonly #accounts: AccountsResource;
  readonly #calls: CallsResource;
  readonly #numbers: IncomingNumbersResource;
  readonly #recordings: RecordingsResource;
  readonly #callRecordings: CallRecordingsResource;
  readonly #streams: CallStreamsResource;
  readonly #messages: MessagesResource;
  readonly #board: Switchboard;

  constructor(board: Switchboard, numbers: PhoneNumbers, texts: Texts) {
    this.#board = board;
    this.#account = board.account;
    this.#faults = board.faults;
    this.#accounts = new AccountsResource(board.account);
    this.#calls = new CallsResource(board);
    this.#recordings = new RecordingsResource(board);
    this.#callRecordings = new CallRecordingsResource(board);
    this.#streams = new CallStreamsResource(board);
    this.#messages = new MessagesResource(board, numbers, texts);
    this.#numbers = new IncomingNumbersResource(numbers, board);
  }

  handle(request: RestRequest): RestResponse {
    try {
      return this.#route(request);
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      const headers = error.status === 401 ? { 'WWW-Authenticate': 'Basic realm="Twilio API"' } : {};
      return { status: error.status, body: error.body(), headers };
    }
  }

  #route(request: RestRequest): RestResponse {
    const { method, path } = request;
    const match = /^\/2010-04-01\/Accounts\/(AC[0-9a-f]{32})(\/.*?)?(\.json|\.wav|\.mp3)?$/.exec(path);
    const proved = authenticate(this.#account, request.authorization, match?.[1] ?? null);
    if (!match) {
      if (method === 'GET' && path === '/2010-04-01/Accounts.json')
        return this.#accounts.list(new Form(request.query), path);
      // Twilio's other products have hosts of their own; a 404 here could be mistaken for an empty result.
      if (/^\/(2010-04-01\/Accounts|v\d+\/)/.test(path)) throw notSupported(`${method} ${path}`);
      throw notFound(path);
    }
    const [resource, sid, part, partSid, ...rest] = (match[2] ?? '').split('/').slice(1);
    const parsed: ParsedRequest = {
      method,
      path,
      resource: resource ?? '',
      sid: sid ?? '',
      part: part ?? '',
      partSid: partSid ?? '',
      extension: match[3] ?? '',
      proved,
      form: new Form(request.body),
      query: new Form(request.query),
    };
    const isMedia = parsed.resource === 'Recordings' && parsed.extension !== '.json' && parsed.sid !== '';
    if (parsed.extension !== '.json' && !isMedia) throw notSupported('XML representations: ask for .json');
    this.#refuseBySuspension(parsed);
    this.#failBefore(parsed);
    const response = rest.length > 0 ? null : this.#dispatch(parsed);
    if (!response) throw notSupported(`${method} ${path}`);
    return response;
  }

  #dispatch(parsed: ParsedRequest): RestResponse | null {
    const { method, resource } = parsed;
    if (resource === '') return method === 'GET' ? this.#accounts.fetch() : null;
    if (resource === 'Calls') return parsed.part ? this.#callPart(parsed) : this.#call(parsed);
    if (parsed.part) return null;
    if (resource === 'Recordings') return this.#recording(parsed);
    if (resource === 'Messages') return this.#message(parsed);
    if (resource === 'IncomingPhoneNumbers') return this.#number(parsed);
    if (resource === 'Balance' && !parsed.sid && method === 'GET') return this.#balance(parsed);
    return null;
  }

  /** The balance is told to the token only. */
  #balance({ proved }: ParsedRequest): RestResponse {
    if (proved === 'key') throw new RestError(401, 20003, 'Authenticate');
    return this.#accounts.balance();
  }

  /** Of an account that is suspended or closed, what there is can be read; nothing can be done with it. */
  #refuseBySuspension({ method, resource }: ParsedRequest): void {
    if (this.#account.standing.status === 'active' || resource === '' || method === 'GET') return;
    throw new RestError(403, 20005, 'Account not active');
  }

  #call({ method, sid, form, query, path }: ParsedRequest): RestResponse | null {
    if (!sid) {
      if (method === 'POST') return this.#create(form);
      return method === 'GET' ? this.#calls.list(query, path) : null;
    }
    if (method === 'GET') return this.#calls.fetch(sid, path);
    if (method === 'POST') return this.#calls.update(sid, form, path);
    return method === 'DELETE' ? this.#calls.remove(sid, path) : null;
  }

  #callPart({ method, sid, part, partSid, form, query, path }: ParsedRequest): RestResponse | null {
    if (part === 'Streams' && method === 'POST')
      return partSid ? this.#streams.update(sid, partSid, form, path) : this.#streams.create(sid, form, path);
    if (part !== 'Recordings') return null;
    if (!partSid) {
      if (method === 'POST') return this.#callRecordings.create(sid, form, path);
      return method === 'GET' ? this.#callRecordings.list(sid, query, path) : null;
    }
    if (method === 'GET') return this.#callRecordings.fetch(sid, partSid, path);
    if (method === 'POST') return this.#callRecordings.update(sid, partSid, form, path);
    return method === 'DELETE' ? this.#callRecordings.remove(sid, partSid, path) : null;
  }

  #recording({ method, sid, extension, query, path }: ParsedRequest): RestResponse | null {
    if (!sid) return method === 'GET' ? this.#recordings.list(query, path) : null;
    if (method === 'GET' && extension !== '.json') return this.#recordings.media(sid, extension, query, path);
    if (method === 'GET') return this.#recordings.fetch(sid, path);
    return method === 'DELETE' ? this.#recordings.remove(sid, path) : null;
  }

  #message({ method, sid, form, query, path }: ParsedRequest): RestResponse | null {
    if (sid && method === 'DELETE') return this.#messages.remove(sid, path);
    if (sid) return method === 'GET' ? this.#messages.fetch(sid, path) : null;
    if (method === 'GET') return this.#messages.list(query, path);
    if (method !== 'POST') return null;
    const { record, ...response } = this.#messages.create(form);
    const timeout = this.#faults.trigger('textTimeout', { to: record.to });
    if (!timeout) return response;
    this.#board.ledger.append(record.sid, {
      kind: 'fault',
      knob: 'textTimeout',
      detail: 'the text was sent',
    });
    return { ...response, stallMs: timeout.ms ?? defaultStallMs };
  }

  #number({ method, sid, form, query, path }: ParsedRequest): RestResponse | null {
    if (/^(Local|Mobile|TollFree)$/.test(sid)) return null;
    if (!sid) {
      if (method === 'POST') return this.#numbers.create(form);
      return method === 'GET' ? this.#numbers.list(query, path) : null;
    }
    if (method === 'GET') return this.#numbers.fetch(sid, path);
    if (method === 'POST') return this.#numbers.update(sid, form, path);
    return method === 'DELETE' ? this.#numbers.remove(sid, path) : null;
  }

  #create(form: Form): RestResponse {
    const { record, ...response } = this.#calls.create(form);
    const triggered = (knob: 'createTimeout' | 'createErrorAfter') => {
      const rule = this.#faults.trigger(knob, { to: record.to });
      if (rule)
        this.#board.ledger.append(record.sid, { kind: 'fault', knob, detail: 'the call was created' });
      return rule;
    };
    const timeout = triggered('createTimeout');
    if (timeout) return { ...response, stallMs: timeout.ms ?? defaultStallMs };
    const broken = triggered('createErrorAfter');
    if (broken) throw serverError(broken);
    return response;
  }

  #failBefore({ method, resource, sid, form }: ParsedRequest): void {
    const isCreate = method === 'POST' && resource === 'Calls' && !sid;
    const to = isCreate ? normalizeNumber(form.text('To') ?? '') : this.#board.find(sid)?.to;
    const triggered = (knob: 'tooManyRequests' | 'createErrorBefore' | 'restError') => {
      const rule = this.#faults.trigger(knob, to ? { to } : {});
      if (rule) this.#board.ledger.append(null, { kind: 'fault', knob, detail: 'request not processed' });
      return rule;
    };
    if (triggered('tooManyRequests')) throw new RestError(429, 20429, 'Too Many Requests');
    const broken = triggered(isCreate ? 'createErrorBefore' : 'restError');
    if (broken) throw serverError(broken);
  }
}

function serverError(rule: FaultRule): RestError {
  const status = rule.status ?? 500;
  return new RestError(status, status === 503 ? 20503 : 20500, 'Internal Server Error');
}
