import { isTerminal } from '@parley/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Carrier, CarrierCall } from '../src/ports/carrier.ts';

export interface CarrierUnderTest {
  readonly carrier: Carrier;
  /** The same account with a wrong secret. */
  readonly locked: Carrier;
  readonly from: string;
  /** A number that may be called. */
  readonly to: string;
  /** Places a call that is answered and stays live; a string says why this carrier cannot. */
  readonly live: (() => Promise<string>) | string;
  readonly invalid: string;
  readonly notOwned: string;
  /** A sid in the form of this carrier that no call has. */
  readonly unknownSid: string;
  /** Failures of the carrier's API; a string says why this carrier cannot be made to fail. */
  readonly faults: CarrierFaults | string;
}

export interface CarrierFaults {
  /** The same account with a time limit of half a second. */
  readonly impatient: Carrier;
  /** The account at an address where nobody listens. */
  readonly unreachable: Carrier;
  /** The next requests to place a call fail, and perhaps there is a call all the same. */
  readonly whileCreating: Readonly<Record<'no answer' | 'fails after' | 'fails before', () => void>>;
  /** So many requests are refused because the carrier is too busy; Infinity for all. */
  readonly busy: (times: number) => void;
  /** Requests about calls fail. */
  readonly readsFail: () => void;
  readonly clear: () => void;
  /** How many calls exist at the carrier. */
  readonly callCount: () => number;
  readonly textCount: () => number;
}

const hangUp = { kind: 'hang-up' } as const;

/** What every implementation of the carrier port must do. Places one call to `to` and ends it at once. */
export function carrierContract(start: () => Promise<CarrierUnderTest>): void {
  const order = (to: string, from: string) => ({ callId: crypto.randomUUID(), to, from, maxSeconds: 60 });

  test('places a call, finds it, and ends it', { timeout: 60_000 }, async () => {
    const { carrier, from, to } = await start();
    const since = new Date(Date.now() - 5_000);
    const placed = await carrier.place(order(to, from));
    expect(placed).toMatchObject({ kind: 'placed', call: { from, to } });
    const { sid } = placed.kind === 'placed' ? placed.call : { sid: '' };

    await expect.poll(() => statusOf(carrier, sid)).not.toBeNull();
    await expect.poll(() => sidsOf(carrier, { to, from, since }), { timeout: 20_000 }).toContain(sid);
    expect(await sidsOf(carrier, { to, from, since: new Date(Date.now() + 60_000) })).toEqual([]);

    expect(await carrier.end(sid, false)).toMatchObject({ kind: 'accepted', call: { sid } });
    await expect
      .poll(async () => isTerminal((await statusOf(carrier, sid)) ?? 'queued'), { timeout: 20_000 })
      .toBe(true);
    expect(await carrier.end(sid, true)).toMatchObject({ kind: 'accepted', call: { sid } });
  });

  test('reports an unknown call as missing', async () => {
    const { carrier, unknownSid } = await start();
    expect(await carrier.fetch(unknownSid)).toEqual({ kind: 'missing' });
    expect(await carrier.end(unknownSid, true)).toEqual({ kind: 'missing' });
    expect(await carrier.redirect(unknownSid, hangUp)).toEqual({ kind: 'missing' });
  });

  test('redirects a live call to another document, and refuses to after its end', async ({ skip }) => {
    const { carrier, live } = await start();
    if (typeof live === 'string') return skip(live);
    const sid = await live();
    expect(await carrier.redirect(sid, hangUp)).toMatchObject({ kind: 'accepted', call: { sid } });
    await expect.poll(() => statusOf(carrier, sid), { timeout: 20_000 }).toBe('completed');
    expect(await carrier.redirect(sid, hangUp)).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'carrier_refused', retryable: false },
    });
  });

  test('refuses an invalid number', async () => {
    const { carrier, from, invalid } = await start();
    expect(await carrier.place(order(invalid, from))).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'invalid_number', retryable: false },
    });
  });

  test('refuses a caller id that the account does not own', async () => {
    const { carrier, to, notOwned } = await start();
    expect(await carrier.place(order(to, notOwned))).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'caller_id_not_owned' },
    });
  });

  test('reports a wrong secret as an account problem, and a search with it as unavailable, not empty', async () => {
    const { locked, from, to, unknownSid } = await start();
    expect(await locked.place(order(to, from))).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'account_problem' },
    });
    expect(await locked.fetch(unknownSid)).toMatchObject({ kind: 'unavailable' });
    expect(await locked.find({ to, from, since: new Date(0) })).toMatchObject({ kind: 'unavailable' });
    expect(await locked.end(unknownSid, true)).toMatchObject({ kind: 'refused' });
    expect(await locked.redirect(unknownSid, hangUp)).toMatchObject({ kind: 'refused' });
  });

  test('sends a text message, and refuses one from a number that is not ours or to none', async ({
    skip,
  }) => {
    const { carrier, locked, faults, from, to, invalid, notOwned } = await start();
    if (typeof faults === 'string') return skip('text messages of a real account cost money');
    const body = 'We are at 12 Elm Street.';
    const before = faults.textCount();
    expect(await carrier.sendText({ to, from, body })).toMatchObject({
      kind: 'sent',
      sid: expect.stringMatching(/./),
    });
    const refusal = async (sent: Promise<unknown>) =>
      ((await sent) as { refusal?: { reason: string } }).refusal?.reason;
    expect(await refusal(carrier.sendText({ to: invalid, from, body }))).toBe('invalid_number');
    expect(await refusal(carrier.sendText({ to, from: notOwned, body }))).toBe('cannot_send_texts');
    expect(await refusal(locked.sendText({ to, from, body }))).toBe('account_problem');
    expect(await refusal(faults.unreachable.sendText({ to, from, body }))).toBe('carrier_unreachable');
    expect(faults.textCount() - before).toBe(1);
  });

  test('lists the numbers of the account', async () => {
    const { carrier, from } = await start();
    expect((await carrier.numbers.list()).map(({ number }) => number)).toContain(from);
  });

  test('a wrong secret is an account problem for numbers too', async () => {
    const { locked } = await start();
    await expect(locked.numbers.list()).rejects.toMatchObject({
      name: 'CarrierRequestFailed',
      reason: 'account_problem',
    });
  });

  describe('a carrier that fails', () => {
    const withFaults = async (skip: (why: string) => never) => {
      const { faults, ...rest } = await start();
      if (typeof faults === 'string') return skip(faults);
      faults.clear();
      onTestFinished(() => faults.clear());
      return { ...rest, faults };
    };

    test.for(['no answer', 'fails after', 'fails before'] as const)(
      'while it creates a call (%s) leaves it open whether the call exists, and is not asked again',
      async (how, { skip }) => {
        const { carrier, from, to, faults } = await withFaults(skip);
        faults.whileCreating[how]();
        const before = faults.callCount();
        const asked = how === 'no answer' ? faults.impatient : carrier;
        expect(await asked.place(order(to, from))).toMatchObject({ kind: 'unknown' });
        expect(faults.callCount() - before).toBe(how === 'fails before' ? 0 : 1);
      },
    );

    test('to answer after it has sent a text message leaves that open, and is not asked again', async ({
      skip,
    }) => {
      const { from, to, faults } = await withFaults(skip);
      faults.whileCreating['no answer']();
      const before = faults.textCount();
      expect(await faults.impatient.sendText({ to, from, body: 'Hello.' })).toMatchObject({
        kind: 'unknown',
      });
      expect(faults.textCount() - before).toBe(1);
    });

    test('says nothing about calls that are asked for', async ({ skip }) => {
      const { carrier, from, to, faults, unknownSid } = await withFaults(skip);
      faults.readsFail();
      expect(await carrier.fetch(unknownSid)).toMatchObject({ kind: 'unavailable' });
      expect(await carrier.find({ to, from, since: new Date(0) })).toMatchObject({ kind: 'unavailable' });
      expect(await carrier.end(unknownSid, true)).toMatchObject({
        kind: 'refused',
        refusal: { reason: 'carrier_unreachable' },
      });
    });

    test('because it is briefly too busy is asked again, and dials once', async ({ skip }) => {
      const { carrier, from, to, faults } = await withFaults(skip);
      faults.busy(2);
      const before = faults.callCount();
      expect(await carrier.place(order(to, from))).toMatchObject({ kind: 'placed' });
      expect(faults.callCount() - before).toBe(1);
    });

    test('because it stays too busy has refused', { timeout: 20_000 }, async ({ skip }) => {
      const { carrier, from, to, faults } = await withFaults(skip);
      faults.busy(Number.POSITIVE_INFINITY);
      const before = faults.callCount();
      expect(await carrier.place(order(to, from))).toMatchObject({
        kind: 'refused',
        refusal: { reason: 'carrier_busy', retryable: true },
      });
      expect(faults.callCount() - before).toBe(0);
    });

    test('because nobody listens there has certainly created no call', async ({ skip }) => {
      const { from, to, faults } = await withFaults(skip);
      expect(await faults.unreachable.place(order(to, from))).toMatchObject({
        kind: 'refused',
        refusal: { reason: 'carrier_unreachable', retryable: true },
      });
    });
  });

  test('points a number here, and reads it back', async ({ skip }) => {
    const { carrier, from, faults } = await start();
    if (typeof faults === 'string') return skip('numbers of a real account are not changed');
    const number = (await carrier.numbers.list()).find((one) => one.number === from);
    const pointed = await carrier.numbers.pointHere(number?.sid ?? '');
    expect(pointed).toMatchObject({ sid: number?.sid, number: from, pointsHere: true });
    expect((await carrier.numbers.list()).find((one) => one.number === from)).toEqual(pointed);
  });
}

async function statusOf(carrier: Carrier, sid: string): Promise<CarrierCall['status'] | null> {
  const found = await carrier.fetch(sid);
  return found.kind === 'found' ? found.call.status : null;
}

async function sidsOf(carrier: Carrier, search: Parameters<Carrier['find']>[0]): Promise<string[]> {
  const found = await carrier.find(search);
  return found.kind === 'found' ? found.calls.map(({ sid }) => sid) : [];
}
