import type {
  AdmissionDecision,
  CallAdmission,
  CallReservation,
  PlacingLimits,
} from '../../ports/call-admission.ts';
import { type NumberDigest, noDigest } from '../../ports/number-digest.ts';
import { type AdmissionRow, admissionStatements, ofKey } from './admission-statement.ts';
import type { Database } from './database.ts';

export function createCallAdmission(database: Database, digestOf: NumberDigest = noDigest): CallAdmission {
  const decide = async (reservation: CallReservation, limits: PlacingLimits, stores: boolean) => {
    const results = await database.admission(admissionStatements(reservation, limits, digestOf, stores));
    const [row] = results.at(-1) as [AdmissionRow];
    return decisionOf(row, reservation);
  };
  return {
    reserve: (reservation, limits) => decide(reservation, limits, true),
    preview: (reservation, limits) => decide(reservation, limits, false),
    placedWith: async (tenantId, idempotencyKey) => {
      const results = await database.admission([{ text: placedText, values: [tenantId, idempotencyKey] }]);
      const [row] = results.at(-1) as [(readonly [callId: string, fingerprint: string])?];
      return row ? { callId: row[0], fingerprint: row[1] } : null;
    },
  };
}

const placedText = `select call_id, fingerprint from dial_attempts where tenant_id = $1 and ${ofKey('$2')}`;

const windowSeconds = { minute: 60, day: 24 * 60 * 60 } as const;

function decisionOf(row: AdmissionRow, { at, to }: CallReservation): AdmissionDecision {
  const [decision, earlierCallId, limit, whose, freeAt, , spending] = row;
  // `to` is the number of this request: the key is bound to it, and an attempt whose call was deleted has none.
  if (decision === 'repeated' && earlierCallId !== null)
    return { kind: 'repeated', callId: earlierCallId, to };
  if (decision === 'too_many' && limit !== null && whose !== null && freeAt !== null) {
    const waitSeconds = Math.ceil((new Date(freeAt).getTime() - at.getTime()) / 1000);
    // Calls that were asked for later may have been admitted first.
    const retryAfterSeconds = Math.min(Math.max(1, waitSeconds), windowSeconds[limit]);
    return { kind: 'too_many', limit, whose, retryAfterSeconds };
  }
  if (decision === 'spending_limit' && spending !== null) return { kind: decision, period: spending };
  if (decision !== 'repeated' && decision !== 'too_many' && decision !== 'spending_limit')
    return { kind: decision };
  throw new Error(`The admission statement returned "${decision}" without its details.`);
}
