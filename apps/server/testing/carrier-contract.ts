import { isTerminal } from '@parley/contract';
import { expect, test } from 'vitest';
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
}

const hangUp = { contentType: 'text/xml', body: '<Response><Hangup/></Response>' };
const unknownSid = `CA${'0'.repeat(31)}1`;

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
    const { carrier } = await start();
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
    const { locked, from, to } = await start();
    expect(await locked.place(order(to, from))).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'account_problem' },
    });
    expect(await locked.fetch(unknownSid)).toMatchObject({ kind: 'unavailable' });
    expect(await locked.find({ to, from, since: new Date(0) })).toMatchObject({ kind: 'unavailable' });
    expect(await locked.end(unknownSid, true)).toMatchObject({ kind: 'refused' });
    expect(await locked.redirect(unknownSid, hangUp)).toMatchObject({ kind: 'refused' });
  });

  test('lists the numbers of the account', async () => {
    const { carrier, from } = await start();
    expect((await carrier.numbers.list()).map(({ number }) => number)).toContain(from);
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
