import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

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
  readonly #key: KeyObject;
  readonly #tenantId: string;

  constructor(key: Buffer, tenantId: string) {
    // Prepared once: a key given as bytes is prepared again for every code.
    this.#key = createSecretKey(key);
    this.#tenantId = tenantId;
  }

  /** What stands before the first entry. */
  begin(): Buffer {
    return this.#code('begin', '').subarray(0, macBytes);
  }

  macOf(previous: Buffer, seq: number, entry: ChainedEntry): Buffer {
    const { id, tenantId, at, actor, actorKind, address, action, subject, data, isRead } = entry;
    // One literal: it is made for every entry that is sealed.
    // biome-ignore format: one line
    const text = JSON.stringify([seq, id, tenantId, at, actor, actorKind, address, action, subject, data, isRead]);
    return this.#code('entry', previous, text).subarray(0, macBytes);
  }

  seal(after: Pick<AuditCheckpoint, 'headSeq' | 'headMac'>, entries: readonly ChainedEntry[]): AuditSeal {
    let previous = after.headMac;
    const macs = entries.map((entry, index) => {
      previous = this.macOf(previous, after.headSeq + 1 + index, entry);
      return previous;
    });
    return {
      firstSeq: after.headSeq + 1,
      lastSeq: after.headSeq + entries.length,
      entryIds: entries.map(({ id }) => id),
      macs: Buffer.concat(macs),
    };
  }

  sign({ cutSeq, cutMac, cutBefore, headSeq, headMac, signedAt }: AuditCheckpoint): Buffer {
    const text = JSON.stringify([
      ...[cutSeq, cutMac.toString('hex'), cutBefore?.toISOString() ?? null],
      ...[headSeq, headMac.toString('hex'), signedAt.toISOString()],
    ]);
    return this.#code('checkpoint', text);
  }

  isSigned(checkpoint: AuditCheckpoint & { readonly signature: Buffer }): boolean {
    return isSame(this.sign(checkpoint), checkpoint.signature);
  }

  #code(purpose: 'begin' | 'entry' | 'checkpoint', ...parts: readonly (Buffer | string)[]): Buffer {
    const code = createHmac('sha256', this.#key).update(`${purpose}\n${this.#tenantId}\n`);
    for (const part of parts) code.update(part);
    return code.digest();
  }
}

export function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
