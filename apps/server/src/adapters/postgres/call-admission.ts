import type { AdmissionDecision, CallAdmission, CallReservation } from '../../ports/call-admission.ts';
import { type AdmissionRow, admissionStatements } from './admission-statement.ts';
import type { Database } from './database.ts';

export function createCallAdmission(database: Database): CallAdmission {
  return {
    reserve: async (reservation, limits) => {
      const results = await database.admission(admissionStatements(reservation, limits));
      const [row] = results.at(-1) as [AdmissionRow];
      return decisionOf(row, reservation);
    },
  };
}

function decisionOf(row: AdmissionRow, { at, to }: CallReservation): AdmissionDecision {
  const [decision, earlierCallId, limit, whose, freeAt] = row;
  // `to` is the number of this request: the key is bound to it, and an attempt whose call was deleted has none.
  if (decision === 'repeated' && earlierCallId !== null)
    return { kind: 'repeated', callId: earlierCallId, to };
  if (decision === 'too_many' && limit !== null && whose !== null && freeAt !== null) {
    const waitMs = new Date(freeAt).getTime() - at.getTime();
    return { kind: 'too_many', limit, whose, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
  }
  if (decision !== 'repeated' && decision !== 'too_many') return { kind: decision };
  throw new Error(`The admission statement returned "${decision}" without its details.`);
}
