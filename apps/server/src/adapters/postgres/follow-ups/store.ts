import type { FollowUpStore } from '../../../ports/follow-ups.ts';
import type { Database } from '../database.ts';
import { changeFollowUp } from './change.ts';
import { createFollowUp } from './create.ts';
import { countFollowUps, listFollowUps } from './list.ts';
import { followUpsOfNumber, readFollowUp } from './reads.ts';

export function createFollowUpStore(database: Database): FollowUpStore {
  return {
    list: (caller, query) => listFollowUps(database, caller, query),
    counts: (caller) => countFollowUps(database, caller),
    get: (tenantId, id) => readFollowUp(database, tenantId, id),
    ofNumber: (tenantId, number, limit) => followUpsOfNumber(database, tenantId, number, limit),
    create: (caller, followUp) => createFollowUp(database, caller, followUp),
    change: (caller, id, revision, change, at) => changeFollowUp(database, caller, id, revision, change, at),
  };
}
