import type { AgentDraft, AgentVersion, AgentVersionEntry } from '@parley/contract';
import type { agents, agentVersions } from '../schema.ts';

type AgentRow = typeof agents.$inferSelect;
type VersionRow = typeof agentVersions.$inferSelect;

export function draftOf({ draft, draftRevision, ...row }: AgentRow): AgentDraft {
  return {
    config: draft,
    revision: draftRevision,
    savedAt: (row.draftSavedAt ?? row.createdAt).toISOString(),
    savedBy: personOf(row.draftSavedByName),
  };
}

export function entryOf(
  row: Pick<VersionRow, 'version' | 'note' | 'publishedAt' | 'publishedByName'>,
): AgentVersionEntry {
  return {
    version: row.version,
    note: row.note,
    publishedAt: row.publishedAt.toISOString(),
    publishedBy: personOf(row.publishedByName),
  };
}

export function versionOf(row: VersionRow): AgentVersion {
  return { ...entryOf(row), config: row.config };
}

function personOf(name: string | null): { displayName: string } | null {
  return name === null ? null : { displayName: name };
}
