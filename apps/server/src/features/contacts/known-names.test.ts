import type { ContactOfNumber } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { RecordingLog } from '../../../testing/voice/relay/relay-harness.ts';
import type { LiveListener } from '../../ports/live-events.ts';
import { CachedNames } from './known-names.ts';

const one = '+15005550001';
const two = '+15005550002';
const three = '+15005550003';
const person = (name: string): ContactOfNumber => ({ id: `id of ${name}`, name });

async function open(numbersMax?: number) {
  const clock = new ManualClock();
  const stored = new Map<string, ContactOfNumber[]>();
  const reads: string[][] = [];
  let listener: LiveListener | null = null;
  /** Null: at once. */
  let hold: Promise<void> | null = null;
  const names = new CachedNames({
    store: {
      byNumbers: async (tenantId, numbers) => {
        reads.push([tenantId, ...numbers]);
        const found = new Map(numbers.map((number) => [number, stored.get(`${tenantId} ${number}`) ?? []]));
        await hold;
        return found;
      },
    },
    feed: {
      listen: async (given) => {
        listener = given;
        return { close: async () => {} };
      },
    },
    clock,
    log: new RecordingLog(),
    ...(numbersMax !== undefined && { numbersMax }),
  });
  await names.listen();
  const shown = async (tenantId: string, ...numbers: (string | null)[]) =>
    [...(await names.of(tenantId, numbers))].map(([number, people]) => [
      number,
      ...people.map(({ name }) => name),
    ]);
  const changed = (tenantId: string, number: string | null) =>
    listener?.onNotice({ kind: 'contact', tenantId, number });
  const holdReads = () => {
    let release = () => {};
    hold = new Promise((resolve) => {
      release = resolve;
    });
    return () => {
      hold = null;
      release();
    };
  };
  return { names, stored, reads, clock, shown, changed, gap: () => listener?.onGap(), holdReads };
}

describe('CT2: names are read once and kept', () => {
  test('also that a number has none; a withheld number is not asked for', async () => {
    const { stored, reads, shown } = await open();
    stored.set(`a ${one}`, [person('Ada'), person('Ben')]);
    expect(await shown('a', one, two, null, one)).toEqual([[one, 'Ada', 'Ben']]);
    expect(await shown('a', two, one)).toEqual([[one, 'Ada', 'Ben']]);
    expect(reads).toEqual([['a', one, two]]);
  });

  test('only what is missing is read', async () => {
    const { reads, shown } = await open();
    await shown('a', one);
    await shown('a', one, two);
    expect(reads).toEqual([
      ['a', one],
      ['a', two],
    ]);
  });

  test('for each organization apart', async () => {
    const { stored, shown, changed } = await open();
    stored.set(`a ${one}`, [person('Ada')]);
    stored.set(`b ${one}`, [person('Bea')]);
    expect([await shown('a', one), await shown('b', one)]).toEqual([[[one, 'Ada']], [[one, 'Bea']]]);
    stored.set(`b ${one}`, [person('Bo')]);
    changed('a', one);
    expect(await shown('b', one)).toEqual([[one, 'Bea']]);
  });
});

describe('CT2: a change is seen', () => {
  test.each([
    ['a notice of the number', (at: Opened) => at.changed('a', one)],
    ['a notice of many numbers', (at: Opened) => at.changed('a', null)],
    ['a gap in the notices', (at: Opened) => at.gap()],
    ['a minute', (at: Opened) => at.clock.advance(60_000)],
  ])('after %s', async (_what, happens) => {
    const at = await open();
    at.stored.set(`a ${one}`, [person('Ada')]);
    await at.shown('a', one);
    at.stored.set(`a ${one}`, []);
    expect(await at.shown('a', one)).toEqual([[one, 'Ada']]);
    happens(at);
    expect(await at.shown('a', one)).toEqual([]);
  });

  test.each([
    ['a notice of the number', (at: Opened) => at.changed('a', one)],
    ['a notice of many numbers', (at: Opened) => at.changed('a', null)],
    ['a gap in the notices', (at: Opened) => at.gap()],
  ])('a read that began before %s is not kept', async (_what, happens) => {
    const at = await open();
    at.stored.set(`a ${one}`, [person('Before')]);
    const release = at.holdReads();
    const early = at.shown('a', one);
    at.stored.set(`a ${one}`, [person('After')]);
    happens(at);
    release();
    expect(await early).toEqual([[one, 'Before']]);
    expect(await at.shown('a', one)).toEqual([[one, 'After']]);
    await at.shown('a', one);
    expect(at.reads).toHaveLength(2);
  });

  test('a change of another organization does not keep a read from being kept', async () => {
    const at = await open();
    const release = at.holdReads();
    const early = at.shown('a', one);
    at.changed('b', one);
    release();
    await early;
    await at.shown('a', one);
    expect(at.reads).toHaveLength(1);
  });
});
type Opened = Awaited<ReturnType<typeof open>>;

test('what is not used goes first, and the number of kept numbers is bounded', async () => {
  const { reads, shown } = await open(4);
  await shown('a', one);
  await shown('a', two);
  // Uses the first again, so that the second is the older one.
  for (const number of ['+1', '+2', '+3', '+4', '+5']) {
    await shown('b', number);
    await shown('a', one);
  }
  expect(reads.filter(([tenantId, ...numbers]) => tenantId === 'a' && numbers.includes(one))).toHaveLength(1);
  await shown('a', two);
  expect(reads.filter(([, ...numbers]) => numbers.includes(two))).toHaveLength(2);
});

test('a read that fails shows numbers without names, and is not kept', async () => {
  const clock = new ManualClock();
  const log = new RecordingLog();
  let down = true;
  const names = new CachedNames({
    store: {
      byNumbers: async () => {
        if (down) throw new Error('no database');
        return new Map([[three, [person('Cleo')]]]);
      },
    },
    feed: { listen: async () => ({ close: async () => {} }) },
    ...{ clock, log },
  });
  expect((await names.of('a', [three])).size).toBe(0);
  expect(log.lines).toHaveLength(1);
  down = false;
  expect((await names.of('a', [three])).get(three)).toEqual([person('Cleo')]);
});
