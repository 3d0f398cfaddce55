import type { OutboxEvent } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import type { FinishedClaim, OutboxClaim, OutboxStore } from '../src/ports/outbox.ts';

export interface OutboxUnderTest {
  /** The same outbox as two servers see it. */
  readonly store: OutboxStore;
  readonly other: OutboxStore;
  readonly tenantId: string;
  /** Stores an event, as a change does. */
  append(subject: string, event: OutboxEvent | { type: string }): Promise<void>;
  /** The same in a transaction that stays open until it is ended. */
  appendOpen(subject: string, event: OutboxEvent): Promise<(end: 'commit' | 'rollback') => Promise<void>>;
  /** Lets every claim and every wait run out. */
  letClaimsEnd(): Promise<void>;
}

const leaseMs = 60_000;

const callId = '019a0000-0000-7000-8000-000000000001';
const placed: OutboxEvent = { type: 'call.placed', version: 1, callId };
const ringing: OutboxEvent = { type: 'call.ringing', version: 1, callId };
const answered: OutboxEvent = { type: 'call.answered', version: 1, callId };

let made = 0;
const newSubject = () => `call/${String(++made).padStart(4, '0')}`;
const newConsumer = () => `consumer-${++made}`;

const typesOf = (claims: readonly OutboxClaim[]) =>
  claims
    .toSorted((one, other) => one.subject.localeCompare(other.subject))
    .map(({ subject, events }) => [subject, events.map(({ event }) => event?.type ?? null)]);

const upTo = (most: number, consumer: string) => [{ consumer, most }];

/** What every implementation of the outbox port must do. */
export function outboxContract(start: () => OutboxUnderTest): void {
  /** A consumer that begins now, so that tests do not see each other's events. */
  async function consumer(): Promise<string> {
    const name = newConsumer();
    await start().store.register(name, 'now');
    return name;
  }

  const assignAll = async ({ store }: OutboxUnderTest) => {
    while ((await store.assign()).more);
  };

  const done = (claim: OutboxClaim | undefined): FinishedClaim => ({
    token: claim?.token ?? '',
    through: claim?.events.at(-1)?.id ?? null,
    retryAfterMs: null,
  });
  const failedAfter = (claim: OutboxClaim | undefined, through: number | null): FinishedClaim => ({
    token: claim?.token ?? '',
    through,
    retryAfterMs: leaseMs,
  });

  /** Handles everything that is due, as a reader does, and returns the types by subject. */
  async function drain(under: OutboxUnderTest, name: string) {
    const handled: unknown[] = [];
    for (;;) {
      await assignAll(under);
      const claims = await under.store.claim(upTo(10, name), leaseMs);
      if (claims.length === 0) return handled;
      handled.push(...typesOf(claims));
      await under.store.release(claims.map(done));
    }
  }

  test('OB4 each consumer gets every event once it is done, in the order of its subject', async () => {
    const under = start();
    const [one, two] = [await consumer(), await consumer()];
    const [a, b] = [newSubject(), newSubject()];
    for (const event of [placed, ringing]) for (const subject of [a, b]) await under.append(subject, event);
    const expected = [
      [a, ['call.placed', 'call.ringing']],
      [b, ['call.placed', 'call.ringing']],
    ];
    expect(await drain(under, one)).toEqual(expected);
    expect(await drain(under, one)).toEqual([]);
    await under.append(a, answered);
    expect(await drain(under, one)).toEqual([[a, ['call.answered']]]);
    expect(await drain(under, two)).toEqual([
      [a, ['call.placed', 'call.ringing', 'call.answered']],
      expected[1],
    ]);
  });

  test('OB4 several consumers are asked for at once, each gets as many subjects as it has room for', async () => {
    const under = start();
    const [one, two, none] = [await consumer(), await consumer(), await consumer()];
    for (let n = 0; n < 3; n += 1) await under.append(newSubject(), placed);
    await assignAll(under);
    const asked = [...upTo(2, one), ...upTo(10, two), ...upTo(0, none)];
    const claims = Map.groupBy(await under.store.claim(asked, leaseMs), (claim) => claim.consumer);
    const found = [one, two, none].map((name) => claims.get(name)?.length ?? 0);
    expect(found).toEqual([2, 3, 0]);
    expect(new Set([...claims.values()].flat().map(({ token }) => token)).size).toBe(5);
  });

  test('OB5 a subject that one server handles is not given to another, nor are its new events', async () => {
    const under = start();
    const name = await consumer();
    const subject = newSubject();
    await under.append(subject, placed);
    await assignAll(under);
    const claims = await Promise.all([
      under.store.claim(upTo(10, name), leaseMs),
      under.other.claim(upTo(10, name), leaseMs),
    ]);
    expect(typesOf(claims.flat())).toEqual([[subject, ['call.placed']]]);
    await under.append(subject, ringing);
    await assignAll(under);
    expect(await under.other.claim(upTo(10, name), leaseMs)).toEqual([]);
    expect((await under.store.release(claims.flat().map(done))).size).toBe(1);
    expect(typesOf(await under.other.claim(upTo(10, name), leaseMs))).toEqual([[subject, ['call.ringing']]]);
  });

  test('OB6 a subject that failed waits, from the event that failed on, and holds up no other', async () => {
    const under = start();
    const name = await consumer();
    const [bad, good] = [newSubject(), newSubject()];
    for (const event of [placed, ringing, answered]) await under.append(bad, event);
    await under.append(good, placed);
    await assignAll(under);
    const claims = await under.store.claim(upTo(10, name), leaseMs);
    const claim = claims.find(({ subject }) => subject === bad);
    // The second of its events failed.
    const others = claims.filter((other) => other !== claim).map(done);
    await under.store.release([failedAfter(claim, claim?.events[0]?.id ?? null), ...others]);
    await under.append(good, ringing);
    expect(await drain(under, name)).toEqual([[good, ['call.ringing']]]);
    await under.letClaimsEnd();
    const [again] = await under.store.claim(upTo(10, name), leaseMs);
    expect(again).toMatchObject({ subject: bad, failures: 1 });
    expect(again?.events.map(({ event }) => event?.type)).toEqual(['call.ringing', 'call.answered']);
    await under.store.release([failedAfter(again, null)]);
    await under.letClaimsEnd();
    expect(await under.store.claim(upTo(10, name), leaseMs)).toMatchObject([{ subject: bad, failures: 2 }]);
  });

  describe('OB7 an event whose transaction commits late is not skipped', () => {
    test('when others were numbered, assigned and done before it', async () => {
      const under = start();
      const name = await consumer();
      const [slow, quick] = [newSubject(), newSubject()];
      const end = await under.appendOpen(slow, placed);
      await under.append(quick, placed);
      expect(await drain(under, name)).toEqual([[quick, ['call.placed']]]);
      await end('commit');
      expect(await drain(under, name)).toEqual([[slow, ['call.placed']]]);
    });

    test('when it is of the same subject: the later ones are repeated after it', async () => {
      const under = start();
      const name = await consumer();
      const subject = newSubject();
      const end = await under.appendOpen(subject, placed);
      await under.append(subject, ringing);
      expect(await drain(under, name)).toEqual([[subject, ['call.ringing']]]);
      await end('commit');
      expect(await drain(under, name)).toEqual([[subject, ['call.placed', 'call.ringing']]]);
      expect(await drain(under, name)).toEqual([]);
    });

    test('when it commits while a later one of its subject is being handled', async () => {
      const under = start();
      const name = await consumer();
      const subject = newSubject();
      const end = await under.appendOpen(subject, placed);
      await under.append(subject, ringing);
      await assignAll(under);
      const [claim] = await under.store.claim(upTo(10, name), leaseMs);
      await end('commit');
      await assignAll(under);
      await under.store.renew([done(claim)], leaseMs);
      await under.store.release([done(claim)]);
      expect(await drain(under, name)).toEqual([[subject, ['call.placed', 'call.ringing']]]);
    });

    test('and one that is rolled back holds up nothing', async () => {
      const under = start();
      const name = await consumer();
      const subject = newSubject();
      const end = await under.appendOpen(subject, placed);
      await end('rollback');
      await under.append(subject, ringing);
      expect(await drain(under, name)).toEqual([[subject, ['call.ringing']]]);
    });
  });

  test('OB8 what a dead server had claimed is repeated by another, and its late release changes nothing', async () => {
    const under = start();
    const name = await consumer();
    const subject = newSubject();
    for (const event of [placed, ringing]) await under.append(subject, event);
    await assignAll(under);
    const [dead] = await under.store.claim(upTo(10, name), leaseMs);
    expect(await under.store.renew([{ token: dead?.token ?? '', through: null }], leaseMs)).toEqual(
      new Set([dead?.token]),
    );
    expect(await under.other.claim(upTo(10, name), leaseMs)).toEqual([]);
    await under.letClaimsEnd();
    const [taken] = await under.other.claim(upTo(10, name), leaseMs);
    expect(taken?.events).toEqual(dead?.events);
    expect(await under.store.renew([done(dead)], leaseMs)).toEqual(new Set());
    expect((await under.store.release([done(dead)])).size).toBe(0);
    expect(await under.store.claim(upTo(10, name), leaseMs)).toEqual([]);
    // How far it has come is kept while it is renewed: only the rest is repeated.
    await under.other.renew([{ token: taken?.token ?? '', through: taken?.events[0]?.id ?? null }], leaseMs);
    await under.letClaimsEnd();
    expect(typesOf(await under.store.claim(upTo(10, name), leaseMs))).toEqual([[subject, ['call.ringing']]]);
  });

  test('OB9 an event of a newer release is handed out without its content', async () => {
    const under = start();
    const name = await consumer();
    const subject = newSubject();
    await under.append(subject, { type: 'call.teleported' });
    await under.append(subject, { ...placed, version: 9 } as never);
    expect(await drain(under, name)).toEqual([[subject, [null, null]]]);
  });

  test('OB10 a new consumer begins now or with the oldest event that is kept, and is registered once', async () => {
    const under = start();
    const first = await consumer();
    const [before, after] = [newSubject(), newSubject()];
    await under.append(before, placed);
    await drain(under, first);
    const [oldest, now] = [newConsumer(), newConsumer()];
    await Promise.all([under.store.register(oldest, 'oldest'), under.other.register(oldest, 'oldest')]);
    await under.store.register(now, 'now');
    await under.append(after, placed);
    expect(await drain(under, now)).toEqual([[after, ['call.placed']]]);
    const all = await drain(under, oldest);
    expect(all).toContainEqual([before, ['call.placed']]);
    expect(all).toContainEqual([after, ['call.placed']]);
    await under.store.register(oldest, 'oldest');
    expect(await drain(under, oldest)).toEqual([]);
  });

  test('OB13 a consumer that names types gets those, also the ones that a server of another release has named', async () => {
    const under = start();
    const [name, all] = [newConsumer(), await consumer()];
    await under.store.register(name, 'now', ['call.ringing']);
    const [subject, unwanted] = [newSubject(), newSubject()];
    await under.append(subject, { type: 'call.teleported' });
    for (const event of [placed, ringing]) await under.append(subject, event);
    await under.append(unwanted, placed);
    const { consumers } = await under.store.assign();
    expect(consumers).toContain(name);
    expect(await drain(under, name)).toEqual([[subject, ['call.ringing']]]);
    expect(await under.store.due()).toMatchObject({ unassigned: false });

    await under.other.register(name, 'now', ['call.placed']);
    await under.store.register(name, 'now', ['call.ringing']);
    await under.append(unwanted, placed);
    expect((await under.store.due()).unassigned).toBe(true);
    await assignAll(under);
    expect((await under.store.due()).consumers).toContain(name);
    expect(await drain(under, name)).toEqual([[unwanted, ['call.placed']]]);
    expect((await under.store.due()).consumers).not.toContain(name);
    await drain(under, all);
  });

  test('OB12 the lag of a consumer counts what waits, what fails, and since when', async () => {
    const under = start();
    const name = await consumer();
    const lag = async () => (await under.store.lag()).find((one) => one.consumer === name);
    expect(await lag()).toEqual({ consumer: name, waiting: 0, failing: 0, oldest: null });
    await under.append(newSubject(), placed);
    expect(await lag()).toMatchObject({ waiting: 0, oldest: expect.any(Date) });
    await under.append(newSubject(), placed);
    await assignAll(under);
    const claims = await under.store.claim(upTo(10, name), leaseMs);
    const [claim, other] = claims.toSorted((a, b) => a.subject.localeCompare(b.subject));
    await under.store.release([failedAfter(claim, null)]);
    expect(await lag()).toMatchObject({ waiting: 2, failing: 1, oldest: claim?.events[0]?.createdAt });
    await under.store.release([done(other)]);
    expect(await lag()).toMatchObject({ waiting: 1, failing: 1 });
  });

  test('a listener is called when an event is stored', async () => {
    const under = start();
    const called: unknown[] = [];
    const listening = await under.store.listen((type) => called.push(type));
    await under.append(newSubject(), placed);
    await expect.poll(() => called).toContain('call.placed');
    await listening.close();
  });
}
