import {
  type AuditChain,
  type AuditCheckpoint,
  type AuditSeal,
  type ChainedEntry,
  macBytes,
} from './audit-chain.ts';
import { equalInConstantTime } from './constant-time.ts';

export type AuditFinding =
  /** It says something else than when it was sealed, or it stands in another place. */
  | { readonly kind: 'changed'; readonly entryId: number; readonly seq: number }
  | { readonly kind: 'missing'; readonly entryId: number; readonly seq: number }
  /** It is in the log and not in the chain. */
  | { readonly kind: 'inserted'; readonly entryId: number }
  /** It was sealed long after the time that it names. */
  | { readonly kind: 'backdated'; readonly entryId: number; readonly seq: number }
  /** The entry is as it was; its code in the chain is not. */
  | { readonly kind: 'seal changed'; readonly seq: number }
  | { readonly kind: 'seals missing'; readonly fromSeq: number; readonly toSeq: number }
  /** A part of the chain that no checkpoint knows, or that is there twice. */
  | { readonly kind: 'seals added'; readonly fromSeq: number; readonly toSeq: number }
  | { readonly kind: 'checkpoint missing' }
  | { readonly kind: 'checkpoint changed' }
  /** The chain does not have the code that somebody wrote down earlier. */
  | { readonly kind: 'other history'; readonly seq: number }
  | { readonly kind: 'chain missing'; readonly tenantId: string };

/** Entries are sealed seconds after they are written; a server that was down seals what waits in its order. */
const backdatedMicroseconds = 10n * 60n * 1_000_000n;

/** Compares a chain with the log, seal by seal in the order of the chain. */
export class AuditVerification {
  readonly findings: AuditFinding[] = [];
  readonly #chain: AuditChain;
  readonly #checkpoint: AuditCheckpoint | null;
  readonly #expected: { readonly seq: number; readonly mac: string } | null;
  #seq: number;
  #mac: Buffer;
  /** What the code before should have been, where the chain says something else. */
  #otherMac: Buffer | null = null;
  #latest = 0n;
  #sawExpected = false;

  constructor(
    chain: AuditChain,
    checkpoint: (AuditCheckpoint & { readonly signature: Buffer }) | null,
    expected: { readonly seq: number; readonly mac: string } | null = null,
  ) {
    this.#chain = chain;
    this.#checkpoint = checkpoint;
    this.#expected = expected;
    if (checkpoint === null) this.findings.push({ kind: 'checkpoint missing' });
    else if (!chain.isSigned(checkpoint)) this.findings.push({ kind: 'checkpoint changed' });
    this.#seq = checkpoint?.cutSeq ?? 0;
    this.#mac = checkpoint !== null && checkpoint.cutSeq > 0 ? checkpoint.cutMac : chain.begin();
    this.#compareExpected();
  }

  add(seal: AuditSeal, entries: ReadonlyMap<number, ChainedEntry>): void {
    if (seal.firstSeq <= this.#seq) {
      this.findings.push({ kind: 'seals added', fromSeq: seal.firstSeq, toSeq: seal.lastSeq });
      return;
    }
    if (seal.firstSeq > this.#seq + 1) {
      this.findings.push({ kind: 'seals missing', fromSeq: this.#seq + 1, toSeq: seal.firstSeq - 1 });
      // What stood before is gone: the first entry cannot be proved, the others can.
      this.#seq = seal.firstSeq;
      this.#mac = seal.macs.subarray(0, macBytes);
      this.#addEntries(seal, entries, 1);
      return;
    }
    this.#addEntries(seal, entries, 0);
  }

  #addEntries(seal: AuditSeal, entries: ReadonlyMap<number, ChainedEntry>, from: number): void {
    for (let index = from; index < seal.entryIds.length; index += 1) {
      const id = seal.entryIds[index] ?? 0;
      this.#seq = seal.firstSeq + index;
      this.#addEntry(id, entries.get(id), seal.macs.subarray(index * macBytes, (index + 1) * macBytes));
      this.#compareExpected();
    }
  }

  #addEntry(entryId: number, entry: ChainedEntry | undefined, stored: Buffer): void {
    const seq = this.#seq;
    if (entry === undefined) {
      this.findings.push({ kind: 'missing', entryId, seq });
      this.#follow(stored, null);
      return;
    }
    const computed = this.#chain.macOf(this.#mac, seq, entry);
    const matches = equalInConstantTime(computed, stored);
    if (!matches) {
      const before = this.#otherMac;
      // Where this one fits what the code before should have been, it was the code that was changed.
      if (before !== null && equalInConstantTime(this.#chain.macOf(before, seq, entry), stored))
        this.#blameSeal(seq - 1);
      else this.findings.push({ kind: 'changed', entryId, seq });
    }
    this.#compareTime(entry);
    this.#follow(stored, matches ? null : computed);
  }

  #follow(stored: Buffer, computed: Buffer | null): void {
    this.#mac = stored;
    this.#otherMac = computed;
  }

  #blameSeal(seq: number): void {
    const last = this.findings.findLastIndex((finding) => finding.kind === 'changed' && finding.seq === seq);
    if (last >= 0) this.findings.splice(last, 1);
    this.findings.push({ kind: 'seal changed', seq });
  }

  #compareTime({ id, at }: ChainedEntry): void {
    const time = BigInt(at);
    if (time < this.#latest - backdatedMicroseconds)
      this.findings.push({ kind: 'backdated', entryId: id, seq: this.#seq });
    else if (time > this.#latest) this.#latest = time;
  }

  #compareExpected(): void {
    if (this.#expected === null || this.#seq !== this.#expected.seq) return;
    this.#sawExpected = true;
    if (this.#mac.toString('hex') !== this.#expected.mac)
      this.findings.push({ kind: 'other history', seq: this.#seq });
  }

  /** What is in the log and not in the chain is found by a query. */
  end(inserted: readonly number[]): readonly AuditFinding[] {
    for (const entryId of inserted) this.findings.push({ kind: 'inserted', entryId });
    this.#compareHead();
    const expected = this.#expected;
    // One behind the cut can no longer be compared.
    if (expected !== null && !this.#sawExpected && expected.seq >= (this.#checkpoint?.cutSeq ?? 0))
      this.findings.push({ kind: 'other history', seq: expected.seq });
    return this.findings;
  }

  #compareHead(): void {
    const head = this.#checkpoint;
    if (head === null) return;
    if (head.headSeq > this.#seq)
      this.findings.push({ kind: 'seals missing', fromSeq: this.#seq + 1, toSeq: head.headSeq });
    else if (head.headSeq < this.#seq)
      this.findings.push({ kind: 'seals added', fromSeq: head.headSeq + 1, toSeq: this.#seq });
    else if (!equalInConstantTime(head.headMac, this.#mac)) this.#blameSeal(this.#seq);
  }
}
