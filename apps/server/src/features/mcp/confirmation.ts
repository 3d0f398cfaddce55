import { createHmac, randomBytes } from 'node:crypto';
import type { Side } from '@parley/contract';
import { equalInConstantTime } from '../../lib/constant-time.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Clock } from '../../ports/clock.ts';

/** What a call is placed with; a confirmation is for exactly this. */
export interface CallInput {
  readonly agentId: string;
  readonly phoneNumber: string;
  readonly message: string;
  readonly templateId?: string | undefined;
  readonly contactId?: string | undefined;
}

export interface Confirmed {
  /** The Idempotency-Key of the one call that it is good for. */
  readonly key: string;
  /** What the preview has shown. */
  readonly side: Side;
  readonly isOver: boolean;
}

const lifeMs = 10 * 60_000;

/**
 * A preview gives a confirmation, and a call is placed only with one. It is signed and not stored: bound to the key, to the
 * input and to what the preview has shown, so that any server of the deployment can check it.
 */
export class Confirmations {
  readonly #key: () => Promise<Buffer>;
  readonly #clock: Clock;

  constructor(key: () => Promise<Buffer>, clock: Clock) {
    this.#key = key;
    this.#clock = clock;
  }

  async give(caller: Caller, input: CallInput, side: Side): Promise<string> {
    const head = `${(this.#clock.time() + lifeMs).toString(36)}.${randomBytes(15).toString('base64url')}`;
    return `${head}.${await this.#sign(head, caller, input, side)}`;
  }

  /** Null where it is of no preview of exactly this call by this key. One that is over may have placed a call in its time. */
  async read(caller: Caller, input: CallInput, confirmation: string): Promise<Confirmed | null> {
    const [, head = '', end = '', nonce = '', given = ''] =
      /^(([0-9a-z]{1,12})\.([\w-]{20}))\.([\w-]{43})$/.exec(confirmation) ?? [];
    for (const side of ['sandbox', 'real'] as const) {
      const expected = await this.#sign(head, caller, input, side);
      if (equalInConstantTime(given, expected))
        return { key: `mcp-${nonce}`, side, isOver: Number.parseInt(end, 36) <= this.#clock.time() };
    }
    return null;
  }

  async #sign(
    head: string,
    { tenantId, userId }: Caller,
    { agentId, phoneNumber, message, templateId = '', contactId = '' }: CallInput,
    side: Side,
  ): Promise<string> {
    const bound = [head, tenantId, userId, side, agentId, phoneNumber, message, templateId, contactId];
    return createHmac('sha256', await this.#key())
      .update(JSON.stringify(bound))
      .digest('base64url');
  }
}
