import { setTimeout as delay } from 'node:timers/promises';
import { isTerminal } from '@parley/contract';
import * as z from 'zod';
import {
  type Carrier,
  type CarrierCall,
  CarrierRequestFailed,
  type EndOutcome,
  type OwnedNumber,
  type RefusalReason,
} from '../../src/ports/carrier.ts';
import { callIdOf, type JsonCarrierAccount, paths } from './account.ts';
import { callJson, viewOf } from './call-view.ts';
import { stepsOf } from './steps.ts';

type Answer =
  | { readonly kind: 'ok'; readonly body: unknown }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason }
  /** It may have been processed. */
  | { readonly kind: 'unknown'; readonly detail: string };

const reasons: Readonly<Record<string, RefusalReason>> = {
  'bad-number': 'invalid_number',
  'caller-not-yours': 'caller_id_not_owned',
};

/** A number that is not ours cannot send either. */
const textReasons: Partial<Record<RefusalReason, 'cannot_send_texts'>> = {
  caller_id_not_owned: 'cannot_send_texts',
};

const numberJson = z.object({ id: z.string(), number: z.string(), events: z.string().nullable() });

/** Places calls at the JSON carrier and asks about them, over its REST API. */
export function jsonCarrierCalls(
  account: JsonCarrierAccount,
  publicUrl: string,
  timeoutMs: number,
): Omit<Carrier, 'name' | 'account' | 'connectionId'> {
  const call = (body: unknown): CarrierCall => viewOf(account, callJson.parse(body));
  const ask = (method: string, path: string, body?: object) =>
    request({ account, method, path, body, timeoutMs });
  const act = async (sid: string, action: object): Promise<EndOutcome> => {
    const id = callIdOf(account, sid);
    if (id === null) return { kind: 'missing' };
    const answer = await ask('POST', `/calls/${id}/actions`, action);
    if (answer.kind === 'ok') return { kind: 'accepted', call: call(answer.body) };
    if (answer.kind === 'missing') return answer;
    return refused(answer.kind === 'refused' ? answer.reason : 'carrier_unreachable');
  };
  const numberOf = (body: unknown): OwnedNumber => {
    const { id: sid, number, events } = numberJson.parse(body);
    return { sid, number, callsGoTo: events ?? '', pointsHere: events === publicUrl + paths.events };
  };

  return {
    place: async ({ callId, to, from, maxSeconds }) => {
      const order = { to, from, maxSeconds, tag: callId, events: publicUrl + paths.events };
      const answer = await ask('POST', '/calls', order);
      if (answer.kind === 'ok') return { kind: 'placed', call: call(answer.body) };
      if (answer.kind === 'unknown') return answer;
      return refused(answer.kind === 'refused' ? answer.reason : 'account_problem');
    },
    end: async (sid) => {
      const ended = await act(sid, { action: 'end' });
      if (ended.kind !== 'refused' || ended.refusal.reason !== 'carrier_refused') return ended;
      // A call that has ended cannot be ended again.
      const now = await found(sid);
      return now && isTerminal(now.status) ? { kind: 'accepted', call: now } : ended;
    },
    redirect: (sid, script) => act(sid, { action: 'continue', steps: stepsOf(script, publicUrl) }),
    fetch: async (sid) => {
      const id = callIdOf(account, sid);
      const answer = id === null ? ({ kind: 'missing' } as const) : await ask('GET', `/calls/${id}`);
      if (answer.kind === 'ok') return { kind: 'found', call: call(answer.body) };
      return answer.kind === 'missing' ? answer : unavailable(answer);
    },
    find: async ({ to, from, since }) => {
      const query = new URLSearchParams({ to, from, sinceMs: String(since.getTime()) });
      const answer = await ask('GET', `/calls?${query}`);
      if (answer.kind !== 'ok') return unavailable(answer);
      const calls = z
        .object({ calls: z.array(z.unknown()) })
        .parse(answer.body)
        .calls.map(call);
      return { kind: 'found', calls };
    },
    sendText: async (text) => {
      const answer = await ask('POST', '/texts', text);
      if (answer.kind === 'unknown') return answer;
      if (answer.kind === 'ok')
        return { kind: 'sent', sid: z.object({ id: z.string() }).parse(answer.body).id };
      const reason = answer.kind === 'missing' ? 'account_problem' : answer.reason;
      return { kind: 'refused', refusal: { reason: textReasons[reason] ?? reason, carrierCode: null } };
    },
    // Nothing is kept of what is over.
    // Tells no prices.
    price: async () => ({ kind: 'pending' }),
    forget: async () => ({ kind: 'gone' }),
    // Records nothing.
    recordings: null,
    numbers: {
      list: async () =>
        z
          .array(z.unknown())
          .parse(await numbersAnswer('GET', '/numbers'))
          .map(numberOf),
      pointHere: async (sid) =>
        numberOf(await numbersAnswer('PUT', `/numbers/${sid}`, { events: publicUrl + paths.events })),
    },
  };

  async function found(sid: string): Promise<CarrierCall | null> {
    const answer = await ask('GET', `/calls/${callIdOf(account, sid)}`);
    return answer.kind === 'ok' ? call(answer.body) : null;
  }

  async function numbersAnswer(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await ask(method, path, body);
    if (answer.kind === 'ok') return answer.body;
    const reason = answer.kind === 'refused' ? answer.reason : 'carrier_unreachable';
    throw new CarrierRequestFailed(reason === 'account_problem' ? reason : 'carrier_unreachable', answer);
  }
}

interface Request {
  readonly account: JsonCarrierAccount;
  readonly method: string;
  readonly path: string;
  readonly body: object | undefined;
  readonly timeoutMs: number;
}

/** Repeated only when the carrier says that it was too busy to look at the request. */
async function request({ account, method, path, body, timeoutMs }: Request): Promise<Answer> {
  for (const wait of [50, 100, null]) {
    let response: Response;
    try {
      response = await fetch(`${account.apiUrl}${path}`, {
        method,
        headers: { authorization: `Key ${account.id}.${account.secret}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } };
      if (cause?.code === 'ECONNREFUSED') return { kind: 'refused', reason: 'carrier_unreachable' };
      return { kind: 'unknown', detail: cause?.code ?? (error as Error).name };
    }
    const { status } = response;
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return { kind: 'ok', body: answer };
    if (status === 429 && wait !== null) await delay(wait);
    else if (status === 429) break;
    else if (status === 404) return { kind: 'missing' };
    else if (status === 401) return { kind: 'refused', reason: 'account_problem' };
    else if (status >= 500) return { kind: 'unknown', detail: `HTTP ${status}` };
    else {
      const code = z.object({ problem: z.string() }).safeParse(answer).data?.problem ?? '';
      return { kind: 'refused', reason: reasons[code] ?? 'carrier_refused' };
    }
  }
  return { kind: 'refused', reason: 'carrier_busy' };
}

function refused(reason: RefusalReason) {
  const retryable = reason === 'carrier_busy' || reason === 'carrier_unreachable';
  return { kind: 'refused', refusal: { reason, carrierCode: null, retryable } } as const;
}

function unavailable(answer: Exclude<Answer, { kind: 'ok' }>) {
  const detail = answer.kind === 'unknown' ? answer.detail : answer.kind;
  return { kind: 'unavailable', detail } as const;
}
