import { createCallStore } from '../adapters/postgres/call-store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { createFollowUpWork } from '../adapters/postgres/follow-ups/work.ts';
import { createToolCalls } from '../adapters/postgres/tool-calls.ts';
import type { ToolPorts } from '../features/calls/tools/session-tools.ts';
import { createNewFollowUps } from '../features/follow-ups/new-follow-ups.ts';
import { createReportUnknown } from '../features/follow-ups/unknown-tool-calls.ts';
import { createCallTools } from '../features/tools/call-tools.ts';
import type { JobSender } from '../ports/jobs.ts';
import type { Organizations } from '../ports/organization-store.ts';
import type { ToolParts } from './tools.ts';

/** What calls need for the tools of organizations. */
export function openCallTools(
  { store: tools, servers, http, mcp }: Pick<ToolParts, 'store' | 'servers' | 'http' | 'mcp'>,
  database: Database,
  jobs: JobSender,
  organizations: Organizations,
): ToolPorts {
  return {
    toolCalls: createToolCalls(database),
    callTools: createCallTools({ tools, servers, http, mcp }),
    reportUnknown: createReportUnknown({
      store: createCallStore(database, jobs),
      work: createFollowUpWork(database),
      newFollowUps: createNewFollowUps(organizations),
    }),
  };
}
