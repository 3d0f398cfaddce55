import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { SpokenCall, VoicePasses } from '../../ports/voice-record.ts';
import type { Database } from './database.ts';
import { voicePasses } from './schema.ts';

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
        const [taken] = await tx
          .update(voicePasses)
          .set({ usedAt: now })
          .where(
            and(
              eq(voicePasses.digest, digestOf(pass)),
              isNull(voicePasses.usedAt),
              gt(voicePasses.expiresAt, now),
            ),
          )
          .returning({ tenantId: voicePasses.tenantId, callId: voicePasses.callId });
        return taken ?? null;
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
