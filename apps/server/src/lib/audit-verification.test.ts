import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  AuditChain,
  type AuditCheckpoint,
  type AuditSeal,
  type ChainedEntry,
  macBytes,
} from './audit-chain.ts';
import { AuditVerification } from './audit-verification.ts';

const key = randomBytes(32);
const chain = new AuditChain(key, 'one');
const count = 10_000;
const started = 1_750_000_000_000_000n;

const entryOf = (id: number): ChainedEntry => ({
  ...{ id, tenantId: 'one', at: String(started + BigInt(id) * 1_000_000n), actor: `user-${id % 7}` },
  ...{ actorKind: 'person', address: '203.0.113.7', action: 'call.read', subject: `call-${id}` },
  ...{ data: '{}', isRead: true },
});

interface Log {
  entries: Map<number, ChainedEntry>;
  seals: AuditSeal[];
  checkpoint: (AuditCheckpoint & { signature: Buffer }) | null;
}

/** Sealed in parts of different sizes, as servers do. */
function sealedLog(): Log {
  const all = Array.from({ length: count }, (_, index) => entryOf(index + 1));
  const seals: AuditSeal[] = [];
  let head = { headSeq: 0, headMac: chain.begin() };
  for (let from = 0; from < count; ) {
    const part = all.slice(from, from + 1 + ((from * 7) % 400));
    const seal = chain.seal(head, part);
    seals.push(seal);
    head = { headSeq: seal.lastSeq, headMac: seal.macs.subarray(-macBytes) };
    from += part.length;
  }
  return { entries: new Map(all.map((entry) => [entry.id, entry])), seals, checkpoint: signed(head) };
}

function signed(head: Pick<AuditCheckpoint, 'headSeq' | 'headMac'>, cut = { seq: 0, mac: chain.begin() }) {
  const { headSeq, headMac } = head;
  const checkpoint = {
    ...{ cutSeq: cut.seq, cutMac: cut.mac, cutBefore: null, headSeq, headMac, signedAt: new Date(0) },
  };
  return { ...checkpoint, signature: chain.sign(checkpoint) };
}

const original = sealedLog();

function copy(): Log {
  return { ...original, entries: new Map(original.entries), seals: [...original.seals] };
}

function verify(
  { entries, seals, checkpoint }: Log,
  expected?: { seq: number; mac: string },
  verifier = chain,
) {
  const verification = new AuditVerification(verifier, checkpoint, expected);
  for (const seal of seals) verification.add(seal, entries);
  const chained = new Set(seals.flatMap(({ entryIds }) => entryIds));
  return verification.end([...entries.keys()].filter((id) => !chained.has(id)));
}

const change = (log: Log, id: number, part: Partial<ChainedEntry>) => {
  log.entries.set(id, { ...entryOf(id), ...part });
};

/** The seal that holds a place of the chain, replaced by what `alter` makes of it. */
function alterSeal(log: Log, seq: number, alter: (seal: AuditSeal) => AuditSeal): void {
  const at = log.seals.findIndex((seal) => seal.lastSeq >= seq);
  log.seals[at] = alter(log.seals[at] as AuditSeal);
}

describe('AU7: of 10,000 entries', () => {
  test('nothing is found where nothing was changed', () => {
    expect(verify(original)).toEqual([]);
  });

  test.each<Partial<ChainedEntry>>([
    { actor: 'somebody else' },
    { actorKind: 'key' },
    { address: null },
    { action: 'call.deleted' },
    { subject: 'call-2' },
    { data: '{"count": 1}' },
    { at: String(started) },
    { tenantId: 'two' },
    { isRead: false },
  ])('the one is found in which %o was written', (part) => {
    for (const id of [1, 4711, count]) {
      const log = copy();
      change(log, id, part);
      const changed = verify(log).filter(({ kind }) => kind === 'changed');
      expect(changed).toEqual([{ kind: 'changed', entryId: id, seq: id }]);
    }
  });

  test.each([1, 4711, count])('number %i is missed when it was removed', (id) => {
    const log = copy();
    log.entries.delete(id);
    expect(verify(log)).toEqual([{ kind: 'missing', entryId: id, seq: id }]);
  });

  test('all that were changed and removed are found together', () => {
    const log = copy();
    for (const id of [10, 11, 500, 9_999]) change(log, id, { actor: 'x' });
    for (const id of [12, 501]) log.entries.delete(id);
    expect(verify(log).map((finding) => ('entryId' in finding ? finding.entryId : finding))).toEqual([
      ...[10, 11, 12, 500, 501, 9_999],
    ]);
  });

  test('one that was added is found', () => {
    const log = copy();
    log.entries.set(count + 1, entryOf(count + 1));
    expect(verify(log)).toEqual([{ kind: 'inserted', entryId: count + 1 }]);
  });

  test('two that changed places are found, in the log or in the chain', () => {
    const log = copy();
    log.entries.set(800, { ...entryOf(801), id: 800 });
    log.entries.set(801, { ...entryOf(800), id: 801 });
    expect(verify(log).map(({ kind }) => kind)).toEqual(['changed', 'changed']);
    const moved = copy();
    alterSeal(moved, 5_000, (seal) => ({ ...seal, entryIds: seal.entryIds.toReversed() }));
    expect(verify(moved).some(({ kind }) => kind === 'changed')).toBe(true);
  });

  test('an entry that is dated back and sealed like a new one is found', () => {
    const late = { ...entryOf(count + 1), at: String(started) };
    const last = original.checkpoint as AuditCheckpoint;
    const seal = chain.seal(last, [late]);
    const log = copy();
    log.entries.set(late.id, late);
    log.seals.push(seal);
    log.checkpoint = signed({ headSeq: seal.lastSeq, headMac: seal.macs });
    expect(verify(log)).toEqual([{ kind: 'backdated', entryId: late.id, seq: late.id }]);
  });

  test('a changed code of the chain is told from a changed entry', () => {
    for (const seq of [1, 4711, count]) {
      const log = copy();
      alterSeal(log, seq, (seal) => {
        const macs = Buffer.from(seal.macs);
        const place = (seq - seal.firstSeq) * macBytes;
        macs.writeUInt8(macs.readUInt8(place) ^ 1, place);
        return { ...seal, macs };
      });
      expect(verify(log)).toEqual([{ kind: 'seal changed', seq }]);
    }
  });

  test('a part of the chain that was removed with its entries is missed', () => {
    const log = copy();
    const [gone] = log.seals.splice(5, 1) as [AuditSeal];
    for (const id of gone.entryIds) log.entries.delete(id);
    expect(verify(log)).toEqual([{ kind: 'seals missing', fromSeq: gone.firstSeq, toSeq: gone.lastSeq }]);
  });

  test('an end that was cut off is missed, with or without another checkpoint', () => {
    const log = copy();
    const gone = log.seals.splice(-3);
    for (const id of gone.flatMap(({ entryIds }) => entryIds)) log.entries.delete(id);
    const fromSeq = gone[0]?.firstSeq ?? 0;
    expect(verify(log)).toEqual([{ kind: 'seals missing', fromSeq, toSeq: count }]);
    const last = log.seals.at(-1) as AuditSeal;
    const forged = new AuditChain(randomBytes(32), 'one');
    const head = {
      ...(log.checkpoint as AuditCheckpoint),
      ...{ headSeq: last.lastSeq, headMac: last.macs.subarray(-macBytes) },
    };
    log.checkpoint = { ...head, signature: forged.sign(head) };
    expect(verify(log)).toEqual([{ kind: 'checkpoint changed' }]);
    log.checkpoint = null;
    expect(verify(log)).toEqual([{ kind: 'checkpoint missing' }]);
  });

  test('AU9: an old copy of everything is found by whoever wrote the checkpoint down', () => {
    const log = copy();
    const noted = { seq: count, mac: original.checkpoint?.headMac.toString('hex') ?? '' };
    expect(verify(log, noted)).toEqual([]);
    const gone = log.seals.splice(-3);
    for (const id of gone.flatMap(({ entryIds }) => entryIds)) log.entries.delete(id);
    const last = log.seals.at(-1) as AuditSeal;
    log.checkpoint = signed({ headSeq: last.lastSeq, headMac: last.macs.subarray(-macBytes) });
    expect(verify(log)).toEqual([]);
    expect(verify(log, noted)).toEqual([{ kind: 'other history', seq: count }]);
  });

  test('a chain that was made anew with another key is no chain of ours', () => {
    const other = new AuditVerification(new AuditChain(randomBytes(32), 'one'), original.checkpoint);
    for (const seal of original.seals) other.add(seal, original.entries);
    expect(other.end([]).length).toBeGreaterThan(count - 1);
  });

  test('the chain of another organization does not fit', () => {
    expect(verify(original, undefined, new AuditChain(key, 'two')).length).toBeGreaterThan(count - 1);
  });
});

describe('AU8: behind a checkpoint', () => {
  test('the rest of the chain goes on where it was cut', () => {
    const log = copy();
    const gone = log.seals.splice(0, 6);
    for (const id of gone.flatMap(({ entryIds }) => entryIds)) log.entries.delete(id);
    const last = gone.at(-1) as AuditSeal;
    const head = original.checkpoint as AuditCheckpoint;
    log.checkpoint = signed(head, { seq: last.lastSeq, mac: last.macs.subarray(-macBytes) });
    expect(verify(log)).toEqual([]);
  });

  test('nothing can be cut without the key', () => {
    const log = copy();
    const gone = log.seals.splice(0, 6);
    for (const id of gone.flatMap(({ entryIds }) => entryIds)) log.entries.delete(id);
    const toSeq = gone.at(-1)?.lastSeq ?? 0;
    expect(verify(log)).toEqual([{ kind: 'seals missing', fromSeq: 1, toSeq }]);
  });
});
