import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, notExists } from 'drizzle-orm';
import type { CallKey, StreamTokens } from '../../ports/transcript-store.ts';
import { calls } from './calls-table.ts';
import type { Database } from './database.ts';
import { streamTokens } from './schema.ts';

/** Stored as digests only: reading the table does not give access to a call. */
export function createStreamTokens(database: Database): StreamTokens {
  return {
    issue: async (call, expiresAt) => {
      const token = randomBytes(32).toString('base64url');
      await database.asSystem((tx) =>
        tx.insert(streamTokens).values({ ...call, digest: digestOf(token), expiresAt }),
      );
      return token;
    },

    use: (token, now) =>
      database.asSystem(async (tx) => {
        const digest = digestOf(token);
        const good = and(
          eq(streamTokens.digest, digest),
          isNull(streamTokens.usedAt),
          gt(streamTokens.expiresAt, now),
        );
        const [found] = await tx
          .select({ tenantId: streamTokens.tenantId, callId: streamTokens.callId })
          .from(streamTokens)
          .where(good);
        if (!found) return null;
        // Tokens of one call are checked one at a time: a repeated webhook issues another token, which must not open a
        // second conversation.
        await tx.select({ id: calls.id }).from(calls).where(eq(calls.id, found.callId)).for('update');
        const used = tx
          .select({ digest: streamTokens.digest })
          .from(streamTokens)
          .where(and(eq(streamTokens.callId, found.callId), isNotNull(streamTokens.usedAt)));
        const taken = await tx
          .update(streamTokens)
          .set({ usedAt: now })
          .where(and(good, notExists(used)))
          .returning({ digest: streamTokens.digest });
        return taken.length === 1 ? found : null;
      }),

    finish: async (call, now) => {
      await database.asSystem((tx) => tx.update(streamTokens).set({ closedAt: now }).where(open(call)));
    },

    isOpen: (call) =>
      database.asSystem(async (tx) => {
        const rows = await tx.select({ callId: streamTokens.callId }).from(streamTokens).where(open(call));
        return rows.length > 0;
      }),
  };
}

function open({ callId }: CallKey) {
  return and(eq(streamTokens.callId, callId), isNotNull(streamTokens.usedAt), isNull(streamTokens.closedAt));
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
