import { createCallStore } from '../adapters/postgres/call-store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { createFollowUpWork } from '../adapters/postgres/follow-ups/work.ts';
import { createNewFollowUps } from '../features/follow-ups/new-follow-ups.ts';
import { createRequestsOfTools } from '../features/follow-ups/requests-of-tools.ts';
import type { CallRecord } from '../ports/call.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobSender } from '../ports/jobs.ts';
import type { Organizations } from '../ports/organization-store.ts';
import { createScheduleCallback } from '../voice/tools/schedule-callback.ts';
import { createTakeMessage } from '../voice/tools/take-message.ts';
import type { VoiceTool } from '../voice/tools/voice-tool.ts';

export interface DeskTools {
  readonly tools: readonly VoiceTool[];
  /** A call is over that nobody took. */
  readonly transferFailed: (call: CallRecord) => Promise<void>;
}

/** What every agent can leave to the people at the desk. */
export function openDeskTools(
  database: Database,
  jobs: JobSender,
  organizations: Organizations,
  clock: Clock,
): DeskTools {
  const requests = createRequestsOfTools({
    store: createCallStore(database, jobs),
    work: createFollowUpWork(database),
    newFollowUps: createNewFollowUps(organizations),
    ...{ organizations, clock },
  });
  return {
    tools: [createTakeMessage(requests.leaveMessage), createScheduleCallback(requests.scheduleCallback)],
    transferFailed: requests.transferFailed,
  };
}
