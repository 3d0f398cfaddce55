import { normalizePhoneNumber, phoneNumberSentence } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { AuditRetention } from '../../ports/audit-log.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DoNotCallList } from '../../ports/do-not-call.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { Erasures } from '../../ports/erasures.ts';
import type { PersonalData } from '../../ports/personal-data.ts';
import type { RetentionStore } from '../../ports/retention.ts';
import { before } from './apply-retention.ts';
import { kindName, personArchive } from './person-archive.ts';

export type DataEndpoints = Pick<
  Endpoints,
  | 'findPerson'
  | 'exportPerson'
  | 'erasePerson'
  | 'listErasures'
  | 'getRetention'
  | 'saveRetention'
  | 'previewRetention'
>;

export interface DataEndpointDeps {
  readonly personalData: Pick<PersonalData, 'find' | 'export'>;
  readonly erasures: Pick<Erasures, 'request' | 'list'>;
  readonly retention: RetentionStore;
  readonly auditLog: Pick<AuditRetention, 'countBefore'>;
  readonly doNotCall: Pick<DoNotCallList, 'find'>;
  /** The audit log names who looked and who took it away, not for whom. */
  readonly record: (caller: Caller, action: 'person.found' | 'person.exported') => Promise<void>;
  readonly clock: Clock;
}

export function dataEndpoints(deps: DataEndpointDeps): DataEndpoints {
  const { personalData, erasures, retention, auditLog, clock } = deps;
  return {
    findPerson: async ({ caller, body }) => {
      const number = numberIn(body.number);
      await deps.record(caller, 'person.found');
      const found = await personalData.find(caller.tenantId, { kind: 'number', number });
      const listed = await deps.doNotCall.find(caller.tenantId, number);
      return {
        number,
        records: Object.entries(found).map(([table, count]) => ({ kind: kindName(table), count })),
        doNotCall: listed !== null,
      };
    },

    exportPerson: async ({ caller, body }) => {
      const number = numberIn(body.number);
      await deps.record(caller, 'person.exported');
      const person = await personalData.export(caller.tenantId, { kind: 'number', number });
      const day = person.exportedAt.toISOString().slice(0, 10);
      return { fileName: `person-${day}.zip`, archive: personArchive(person).toString('base64') };
    },

    erasePerson: async ({ caller, body }) => ({
      erasure: await erasures.request(caller, numberIn(body.number), body.neverCall),
    }),

    listErasures: async ({ caller }) => ({ erasures: await erasures.list(caller.tenantId) }),

    getRetention: async ({ caller }) => ({ retention: await retention.get(caller.tenantId) }),

    saveRetention: async ({ caller, body }) => {
      const saved = await retention.save(caller, body.days, body.revision);
      if (!saved)
        throw new AppError(
          'settings_changed',
          'Somebody else has changed this meanwhile. Load the page again.',
        );
      return { retention: saved };
    },

    previewRetention: async ({ caller, body: { days } }) => {
      const { tenantId } = caller;
      const now = clock.now();
      const { transcripts, calls } = await retention.preview(tenantId, {
        transcripts: before(days.transcripts, now),
        calls: before(days.calls, now),
      });
      const cut = before(days.audit, now);
      return { transcripts, calls, audit: cut === null ? 0 : await auditLog.countBefore(tenantId, cut) };
    },
  };
}

function numberIn(typed: string): string {
  const number = normalizePhoneNumber(typed);
  if (number === null) throw new AppError('invalid_phone_number', phoneNumberSentence);
  return number;
}
