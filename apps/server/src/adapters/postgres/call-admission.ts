import type { AdmissionDecision, CallAdmission, CallReservation } from '../../ports/call-admission.ts';
import { type AdmissionRow, admissionStatements } from './admission-statement.ts';
import type { Database } from './database.ts';

export function createCallAdmission(database: Database): CallAdmission {
  return {
    reserve: async (order, limits) => {
      const answers = await database.admission(admissionStatements(order, limits));
      const [row] = answers.at(-1) as [AdmissionRow];
      return decisionOf(row, order);
    },
  };
}

function decisionOf(row: AdmissionRow, { at, to }: CallReservation): AdmissionDecision {
  const [verdict, earlierCallId, limit, whose, freeAt] = row;
  // The key is bound to the number, which an attempt whose call was deleted does not know any more.
  if (verdict === 'repeated' && earlierCallId !== null)
    return { kind: 'repeated', callId: earlierCallId, to };
  if (verdict === 'too_many' && limit !== null && whose !== null && freeAt !== null) {
    const waitMs = new Date(freeAt).getTime() - at.getTime();
    return { kind: 'too_many', limit, whose, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
  }
  if (verdict === 'admitted' || verdict === 'key_reused' || verdict === 'do_not_call')
    return { kind: verdict };
  throw new Error(`An admission without its reasons: ${verdict}.`);
}
