import { type Calendar, Refused } from './calendar.ts';
import type { Operation } from './faults.ts';
import { type PartOfDay, spoken } from './opening-hours.ts';
import type { Appointment } from './store.ts';

export interface CalendarRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  key: string | null;
}

export interface CalendarAnswer {
  status: number;
  body: unknown;
}

export interface CalendarRoute {
  operation: Operation;
  perform(calendar: Calendar): CalendarAnswer;
}

const view = ({ id, patient, start, status }: Appointment) => ({
  appointment: { id, patient, start, spoken: spoken(start), status },
});

/** What the request asks for; null where there is no such address. */
export function routeOf(request: CalendarRequest): CalendarRoute | null {
  const { method, path, query, body, key } = request;
  if (method === 'GET' && path === '/free-times') {
    return {
      operation: 'find',
      perform: (calendar) => {
        const times = calendar.freeTimes({
          day: query.get('day') || undefined,
          part: readPart(query.get('part')),
        });
        return { status: 200, body: { times } };
      },
    };
  }
  if (method === 'GET' && path === '/appointments') {
    return {
      operation: 'find',
      perform: (calendar) => ({
        status: 200,
        body: {
          appointments: calendar.ofPatient(query.get('patient') ?? '').map((one) => view(one).appointment),
        },
      }),
    };
  }
  if (method !== 'POST') return null;
  if (path === '/appointments') {
    return {
      operation: 'book',
      perform: (calendar) => {
        const asked = {
          patient: required(body, 'patient'),
          start: required(body, 'start').slice(0, 16),
          phone: optional(body, 'phone'),
          reason: optional(body, 'reason'),
        };
        return { status: 201, body: view(calendar.book(asked, key)) };
      },
    };
  }
  const [, id = '', act] = /^\/appointments\/([A-Za-z0-9]+)\/(move|cancel)$/.exec(path) ?? [];
  if (act === 'move')
    return {
      operation: 'move',
      perform: (calendar) => ({
        status: 200,
        body: view(calendar.move(id, required(body, 'start').slice(0, 16))),
      }),
    };
  if (act === 'cancel')
    return {
      operation: 'cancel',
      perform: (calendar) => ({ status: 200, body: view(calendar.cancel(id)) }),
    };
  return null;
}

/** Carries it out; with a key at most once, and a refusal counts as an answer too. */
export function carryOut(
  calendar: Calendar,
  request: CalendarRequest,
  route: CalendarRoute,
  honoursKeys: boolean,
): CalendarAnswer & { replayed: boolean } {
  const work = (): CalendarAnswer => {
    try {
      return route.perform(calendar);
    } catch (error) {
      return refusal(error);
    }
  };
  if (!honoursKeys || request.key === null || route.operation === 'find')
    return { ...work(), replayed: false };
  const asked = `${request.method} ${request.path} ${JSON.stringify(request.body)}`;
  const known = calendar.answerTo(request.key);
  if (known && known.request !== asked) {
    const error = new Refused(422, 'key_reused', 'This Idempotency-Key belongs to another request.');
    return { ...refusal(error), replayed: false };
  }
  const { status, body } = known ?? calendar.once(request.key, asked, work);
  return { status, body, replayed: known !== null };
}

function refusal(error: unknown): CalendarAnswer {
  if (!(error instanceof Refused)) throw error;
  const { status, code, message, times } = error;
  return { status, body: { error: code, message, ...(times ? { times } : {}) } };
}

function required(body: Record<string, unknown>, name: string): string {
  const value = optional(body, name);
  if (value === null) throw new Refused(400, 'missing', `"${name}" is missing.`);
  return value;
}

function optional(body: Record<string, unknown>, name: string): string | null {
  const value = body[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : null;
}

function readPart(text: string | null): PartOfDay | undefined {
  if (!text) return undefined;
  if (text === 'morning' || text === 'afternoon') return text;
  throw new Refused(400, 'invalid_part', 'part is morning or afternoon.');
}
