import { equalInConstantTime } from './constant-time.ts';
import { HmacSha256 } from './hmac-sha256.ts';

/** An entry of the audit log as the chain sees it: everything that is stored of it. */
export interface ChainedEntry {
  readonly id: number;
  readonly tenantId: string | null;
  /** Microseconds since 1970, as text: a Date is coarser than what is stored. */
  readonly at: string;
  readonly actor: string;
  readonly actorKind: string | null;
  readonly address: string | null;
  readonly action: string;
  readonly subject: string;
  /** JSON as the database writes it, which is the same for the same value. */
  readonly data: string;
  readonly isRead: boolean;
}

/** Consecutive entries of one chain; `macs` has `macBytes` for each. */
export interface AuditSeal {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly entryIds: readonly number[];
  readonly macs: Buffer;
}

/** Where a chain begins, because what was before it has been removed, and where it ends. */
export interface AuditCheckpoint {
  readonly cutSeq: number;
  readonly cutMac: Buffer;
  readonly cutBefore: Date | null;
  readonly headSeq: number;
  readonly headMac: Buffer;
  readonly signedAt: Date;
}

export const macBytes = 16;

/**
 * The chain of one tenant (empty for the deployment). The code of an entry depends on the key, on the entry, and on the code
 * before it, so nothing can be changed, removed, added or moved without the key.
 */
export class AuditChain {
  readonly #hmac: HmacSha256;
  readonly #tenantId: string;
  readonly #entryOf: string;

  constructor(key: Buffer, tenantId: string) {
    this.#hmac = new HmacSha256(key);
    this.#tenantId = tenantId;
    this.#entryOf = `entry\n${tenantId}\n`;
  }

  /** What stands before the first entry. */
  begin(): Buffer {
    return this.#code('begin').subarray(0, macBytes);
  }

  macOf(previous: Buffer, seq: number, entry: ChainedEntry): Buffer {
    return Buffer.from(this.#mac(previous.toString('latin1'), seq, entry), 'latin1');
  }

  seal(after: Pick<AuditCheckpoint, 'headSeq' | 'headMac'>, entries: readonly ChainedEntry[]): AuditSeal {
    const firstSeq = after.headSeq + 1;
    const macs = Buffer.allocUnsafe(entries.length * macBytes);
    let previous = after.headMac.toString('latin1');
    let index = 0;
    for (const entry of entries) {
      previous = this.#mac(previous, firstSeq + index, entry);
      macs.write(previous, index * macBytes, 'latin1');
      index += 1;
    }
    const lastSeq = after.headSeq + entries.length;
    return { firstSeq, lastSeq, entryIds: entries.map(({ id }) => id), macs };
  }

  /** Codes as text of one character for each byte: a buffer for each would cost as much as computing it. */
  #mac(previous: string, seq: number, entry: ChainedEntry): string {
    const { id, tenantId, at, actor, actorKind, address, action, subject, data, isRead } = entry;
    // One literal: it is made for every entry that is sealed.
    // biome-ignore format: one line
    const text = JSON.stringify([seq, id, tenantId, at, actor, actorKind, address, action, subject, data, isRead]);
    return this.#hmac.of(this.#entryOf, previous, text).slice(0, macBytes);
  }

  sign({ cutSeq, cutMac, cutBefore, headSeq, headMac, signedAt }: AuditCheckpoint): Buffer {
    const text = JSON.stringify([
      ...[cutSeq, cutMac.toString('hex'), cutBefore?.toISOString() ?? null],
      ...[headSeq, headMac.toString('hex'), signedAt.toISOString()],
    ]);
    return this.#code('checkpoint', text);
  }

  isSigned(checkpoint: AuditCheckpoint & { readonly signature: Buffer }): boolean {
    return equalInConstantTime(this.sign(checkpoint), checkpoint.signature);
  }

  #code(purpose: 'begin' | 'checkpoint', text = ''): Buffer {
    return Buffer.from(this.#hmac.of(`${purpose}\n${this.#tenantId}\n`, '', text), 'latin1');
  }
}
