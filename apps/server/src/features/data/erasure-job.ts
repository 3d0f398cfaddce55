import type { ErasureProblem } from '@parley/contract';
import type { Carrier } from '../../ports/carrier.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CarrierDeletion, ErasureRecord, Erasures } from '../../ports/erasures.ts';
import type { JobHandler } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { PersonalData } from '../../ports/personal-data.ts';

export interface ErasureJobDeps {
  readonly erasures: Erasures;
  readonly personalData: Pick<PersonalData, 'erase'>;
  /** Keeps outside of the database that the person was erased, as a digest. */
  readonly keepRecord: (record: ErasureRecord) => Promise<void>;
  /** Null when this server is not connected to the account. */
  readonly carrierOf: (deletion: CarrierDeletion) => Pick<Carrier, 'forget'> | null;
  readonly clock: Clock;
  readonly log: Log;
}

/** Records of the carrier that are asked for between two notes of how far it is. */
const atOnce = 25;
const againMs: Readonly<Record<ErasureProblem, number>> = {
  live_call: 15_000,
  files_unavailable: 60_000,
  carrier_unavailable: 60_000,
  carrier_not_connected: 10 * 60_000,
};

/**
 * Erases a person step by step: outside of the database it is noted first, then the rows go in one transaction, then the
 * carrier is asked. Each step is decided by what is stored, so a job that is killed goes on where it was.
 */
export function createErasureJob(deps: ErasureJobDeps): JobHandler {
  const { erasures, clock, log } = deps;
  return async (data, { signal }) => {
    const key = { tenantId: String(data.tenantId), id: String(data.erasureId) };
    const erasure = await erasures.open(key);
    if (!erasure) return;
    const later = (problem: ErasureProblem) =>
      erasures.postpone(key, problem, new Date(clock.time() + againMs[problem]));
    if (erasure.state !== 'carrier') {
      try {
        await deps.keepRecord(erasure);
      } catch (err) {
        log.warn({ err, erasureId: key.id }, 'an erasure waits for the file store; will be retried');
        return later('files_unavailable');
      }
      const person = { kind: 'number', number: erasure.number } as const;
      const result = await deps.personalData.erase(key.tenantId, person, erasure.requestedBy, erasure);
      if (result.kind === 'live') return later('live_call');
    }
    for (;;) {
      signal.throwIfAborted();
      const some = await erasures.deletions(key, atOnce);
      if (some.length === 0) break;
      const { gone, problem } = await forget(some);
      await erasures.forgotten(key, gone);
      if (problem !== null) return later(problem);
    }
    await erasures.finish(key);
  };

  async function forget(
    deletions: readonly CarrierDeletion[],
  ): Promise<{ gone: string[]; problem: ErasureProblem | null }> {
    const gone: string[] = [];
    for (const deletion of deletions) {
      const carrier = deps.carrierOf(deletion);
      if (carrier === null) return { gone, problem: 'carrier_not_connected' };
      const outcome = await carrier.forget(deletion.kind, deletion.carrierSid);
      if (outcome.kind !== 'gone') {
        log.warn({ detail: outcome.detail }, 'the carrier did not delete what it keeps of an erased person');
        return { gone, problem: 'carrier_unavailable' };
      }
      gone.push(deletion.id);
    }
    return { gone, problem: null };
  }
}
