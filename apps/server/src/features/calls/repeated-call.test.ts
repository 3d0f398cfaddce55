import { routes } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import { fingerprintOf, type PlaceCallRequest } from './call-request.ts';
import { callTimes } from './call-times.ts';
import { createPlaceCall, type PlaceCallDeps } from './place-call.ts';

type Code = (typeof routes.placeCall.errors)[number] | 'template_not_found';

const request: PlaceCallRequest = {
  caller: {
    ...{ userId: 'kit', tenantId: 'one', permissions: ['contacts.write'], displayName: 'Kit', email: null },
    expiresAt: new Date(),
  },
  agentId: 'gs-dental',
  phoneNumber: '+1 202 555 0123',
  message: 'Say hello.',
  contactName: 'Ada',
  idempotencyKey: 'key',
  log: { debug() {}, info() {}, warn() {}, error() {} },
};
const to = '+12025550123';
const carrier = { name: 'lab', account: 'AC1', connectionId: null };
const agent = { id: 'gs-dental', engine: 'relay', publishedVersion: 1, archivedAt: null };

/** What is so by now; whatever is not named is as when the first request was answered. */
interface Now {
  readonly draining?: boolean;
  readonly agent?: object | null;
  readonly plan?: Code;
  readonly number?: Code;
  readonly side?: string;
  readonly carrier?: null;
  readonly canRead?: boolean;
  readonly contacts?: Code;
  readonly queue?: Code;
  /** What the new call is when it is about to be sent. */
  readonly ended?: 'canceled' | 'failed';
}

const refuse = (code: Code | undefined) => {
  if (code) throw new AppError(code, 'Refused.');
};

/** A desk on which the request was answered before, with a call of this fingerprint; null: it was not. */
function desk(now: Now, fingerprint: string | null) {
  const lookups: string[] = [];
  const reserved: string[] = [];
  const deps = {
    agents: { get: async () => (now.agent === undefined ? agent : now.agent) },
    carriers: { of: () => (now.carrier === null ? null : carrier) },
    rules: {
      draining: () => now.draining ?? false,
      canRead: () => now.canRead ?? true,
      forCarrier: () => ({ guardNumber: () => refuse(now.number), callerIdOf: () => '+15005550006' }),
      calling: {
        carrierOf: () => carrier,
        plan: async () => {
          refuse(now.plan);
          return { carrier, side: now.side ?? 'sandbox', voiceSource: 'scripted', engine: 'relay' };
        },
      },
    },
    contacts: {
      ensure: async () =>
        now.contacts ? { kind: now.contacts } : { kind: 'stored', contact: { id: 'ada' }, isNew: false },
    },
    admission: {
      placedWith: async (tenantId: string, key: string) => {
        lookups.push(`${tenantId} ${key}`);
        return fingerprint === null ? null : { callId: 'first', fingerprint };
      },
      reserve: async ({ callId }: { callId: string }) => {
        reserved.push(callId);
        return { kind: 'admitted' };
      },
    },
    queue: {
      run: async (_tenantId: string, work: () => unknown) => {
        refuse(now.queue);
        return work();
      },
    },
    newId: () => 'second',
    times: callTimes,
    life: { apply: async () => ({ changed: true, call: { status: now.ended ?? 'canceled' } }) },
    store: { find: async () => ({ status: 'in-progress', sendingAt: new Date(0), carrierSid: 'CA1' }) },
    clock: { now: () => new Date(0), after: (_ms: number, then: () => void) => queueMicrotask(then) },
  };
  return { place: createPlaceCall(deps as unknown as PlaceCallDeps), lookups, reserved };
}

/** Checked before the admission, so that the key is looked for after the refusal. */
const before: Partial<Record<Code, Now & { readonly asked?: Partial<PlaceCallRequest> }>> = {
  shutting_down: { draining: true },
  agent_not_found: { agent: null },
  agent_archived: { agent: { ...agent, archivedAt: new Date(0) } },
  agent_not_published: { agent: { ...agent, publishedVersion: null } },
  country_not_allowed: { number: 'country_not_allowed' },
  number_type_not_allowed: { number: 'number_type_not_allowed' },
  no_model: { plan: 'no_model' },
  no_sandbox: { plan: 'no_sandbox' },
  phone_disconnected: { plan: 'phone_disconnected' },
  phone_failing: { plan: 'phone_failing' },
  address_not_ready: { plan: 'address_not_ready' },
  model_disconnected: { plan: 'model_disconnected' },
  model_failing: { plan: 'model_failing' },
  carrier_not_connected: { carrier: null },
  instructions_not_english: { canRead: false },
  settings_changed: { side: 'real', asked: { side: 'sandbox' } },
  too_many_contacts: { contacts: 'too_many_contacts' },
  too_many_people: { contacts: 'too_many_people' },
  server_busy: { queue: 'server_busy' },
  template_not_found: {
    asked: {
      values: { Patient: 'Ada' },
      writeMessage: async () => {
        throw new AppError('template_not_found', 'Gone.');
      },
    },
  },
};

/** Decided by the admission, which looks for the key first (`integration/repeated-requests.test.ts`). */
const byAdmission: readonly Code[] = [
  ...(['do_not_call', 'being_erased', 'follow_up_in_call', 'follow_up_done', 'contact_not_found'] as const),
  ...(['too_many_calls', 'daily_limit_reached', 'spending_limit_reached', 'lines_busy'] as const),
  ...(['number_in_call', 'idempotency_key_reused'] as const),
];
/** The request itself is wrong, so it is not the one that was answered with a call. */
const ofRequest: readonly Code[] = ['invalid_request', 'idempotency_key_required', 'invalid_phone_number'];
/** What came of the first request. */
const ofFirst: readonly Code[] = [
  ...(['carrier_invalid_number', 'carrier_country_blocked', 'carrier_caller_id', 'carrier_account'] as const),
  ...(['carrier_busy', 'carrier_refused', 'carrier_unreachable', 'call_not_sent'] as const),
];

test('CL19: every refusal of the route is in one of the tables', () => {
  const known = [...Object.keys(before), ...byAdmission, ...ofRequest, ...ofFirst];
  expect(known.toSorted()).toEqual([...routes.placeCall.errors, 'template_not_found'].toSorted());
});

describe.each(Object.entries(before))('CL19: where a request is refused by now with %s', (code, now) => {
  const asked = { ...request, ...now.asked };
  const first = fingerprintOf(asked, asked.agentId, to);

  test('a repeat of it gets the call, and nobody is dialled', async () => {
    const { place, reserved } = desk(now, first);
    expect(await place(asked)).toEqual({ to, callId: 'first' });
    expect(reserved).toEqual([]);
  });

  test('another request with the key is told so', async () => {
    const { place, reserved } = desk(now, 'another');
    await expect(place(asked)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(reserved).toEqual([]);
  });

  test('a new request is refused', async () => {
    const { place, lookups, reserved } = desk(now, null);
    await expect(place(asked)).rejects.toMatchObject({ code });
    expect([lookups, reserved]).toEqual([['one key'], []]);
    const withoutKey = desk(now, null);
    await expect(withoutKey.place({ ...asked, idempotencyKey: null })).rejects.toMatchObject({ code });
    expect(withoutKey.lookups).toEqual([]);
  });
});

test('CL19: a call that is placed is not looked for first', async () => {
  const { place, lookups, reserved } = desk({}, null);
  await place(request);
  expect([lookups, reserved]).toEqual([[], ['second']]);
});

test('CL19: a call that was given up before it was sent is not answered as placed', async () => {
  const { place, lookups } = desk({ ended: 'failed' }, fingerprintOf(request, request.agentId, to));
  await expect(place(request)).rejects.toMatchObject({ code: 'call_not_sent' });
  expect(lookups).toEqual([]);
});
