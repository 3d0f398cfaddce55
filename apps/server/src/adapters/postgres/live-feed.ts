import type { LiveFeed } from '../../ports/live-events.ts';
import { readDraftRevision } from './agents/agent-cards.ts';
import { readCall, readEntry } from './call-reads.ts';
import type { Database } from './database.ts';
import { readFollowUp } from './follow-ups/reads.ts';
import { liveChannel, readNotice } from './live-notices.ts';
import type { NoticeConnection } from './notice-connection.ts';

export function createLiveFeed(database: Database, notices: NoticeConnection): LiveFeed {
  return {
    listen: (listener) =>
      notices.listen(liveChannel, {
        onNotice: (payload) => {
          const notice = readNotice(payload);
          if (notice) listener.onNotice(notice);
        },
        onGap: () => listener.onGap(),
      }),

    read: async (notice) => {
      const { tenantId } = notice;
      switch (notice.kind) {
        case 'removed':
          return { type: 'call.removed', callId: notice.callId };
        case 'changed': {
          const call = await readCall(database, tenantId, notice.callId);
          return call && { type: 'call.changed', call };
        }
        case 'spoken': {
          const entry = await readEntry(database, tenantId, notice.callId, notice.ordinal);
          return entry && { type: 'transcript.added', callId: notice.callId, entry };
        }
        case 'agent': {
          const revision = await readDraftRevision(database, tenantId, notice.agentId);
          return revision === null ? null : { type: 'agent.changed', agentId: notice.agentId, revision };
        }
        case 'follow-up': {
          const followUp = await readFollowUp(database, tenantId, notice.id);
          return followUp && { type: 'follow-up.changed', followUp };
        }
        case 'contact':
          return { type: 'contact.changed', number: notice.number };
        case 'outcome':
          return { type: 'outcome.changed', callId: notice.callId };
        case 'tool':
          return { type: 'tool-call.changed', callId: notice.callId };
        case 'recording':
          return { type: 'recording.changed', callId: notice.callId };
        case 'import':
          return { type: 'import.changed', importId: notice.importId };
        case 'campaign':
          return { type: 'campaign.changed', campaignId: notice.campaignId };
        case 'erased':
          return { type: 'refetch' };
        case 'listed':
          return { type: 'list.changed', list: notice.list };
      }
    },
  };
}
