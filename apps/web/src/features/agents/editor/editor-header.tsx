import type { EditedAgent } from '@parley/contract';
import { agentBadge, agentName } from '../../../lib/known-agents.ts';
import { Badge, InitialBadge } from '../../../ui/badge.tsx';
import { DocumentTitle } from '../../../ui/page-heading.tsx';

/** The name as it is being typed; the fixed name of an agent that has one. */
export function EditorHeader({ agent, name }: { agent: EditedAgent; name: string }) {
  const shown = { id: agent.id, displayName: name };
  return (
    <header className="mb-3 flex items-center gap-3">
      <DocumentTitle>{agentName(shown)}</DocumentTitle>
      <InitialBadge {...agentBadge(shown)} />
      <h1 tabIndex={-1} className="min-w-0 truncate font-semibold text-xl tracking-tight">
        {agentName(shown)}
      </h1>
      {agent.archivedAt !== null && <Badge>Archived</Badge>}
    </header>
  );
}
