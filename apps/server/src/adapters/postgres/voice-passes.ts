import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, notExists } from 'drizzle-orm';
import type { SpokenCall, VoicePasses } from '../../ports/voice-record.ts';
import type { Database } from './database.ts';
import { calls, voicePasses } from './schema.ts';

/** Kept as digests only: whoever reads the table cannot speak on anybody's call. */
export function createVoicePasses(database: Database): VoicePasses {
  return {
    issue: async (call, expiresAt) => {
      const pass = randomBytes(32).toString('base64url');
      await database.asSystem((tx) =>
        tx.insert(voicePasses).values({ ...call, digest: digestOf(pass), expiresAt }),
      );
      return pass;
    },

    use: (pass, now) =>
      database.asSystem(async (tx) => {
        const digest = digestOf(pass);
        const good = and(
          eq(voicePasses.digest, digest),
          isNull(voicePasses.usedAt),
          gt(voicePasses.expiresAt, now),
        );
        const [found] = await tx
          .select({ tenantId: voicePasses.tenantId, callId: voicePasses.callId })
          .from(voicePasses)
          .where(good);
        if (!found) return null;
        // Passes of one call take turns here: a webhook that somebody sends again brings a pass of its own, and must
        // not bring a second conversation.
        await tx.select({ id: calls.id }).from(calls).where(eq(calls.id, found.callId)).for('update');
        const used = tx
          .select({ digest: voicePasses.digest })
          .from(voicePasses)
          .where(and(eq(voicePasses.callId, found.callId), isNotNull(voicePasses.usedAt)));
        const taken = await tx
          .update(voicePasses)
          .set({ usedAt: now })
          .where(and(good, notExists(used)))
          .returning({ digest: voicePasses.digest });
        return taken.length === 1 ? found : null;
      }),

    finish: async (call, now) => {
      await database.asSystem((tx) => tx.update(voicePasses).set({ closedAt: now }).where(open(call)));
    },

    isOpen: (call) =>
      database.asSystem(async (tx) => {
        const rows = await tx.select({ callId: voicePasses.callId }).from(voicePasses).where(open(call));
        return rows.length > 0;
      }),
  };
}

function open({ callId }: SpokenCall) {
  return and(eq(voicePasses.callId, callId), isNotNull(voicePasses.usedAt), isNull(voicePasses.closedAt));
}

function digestOf(pass: string): string {
  return createHash('sha256').update(pass).digest('base64url');
}
