import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isNotFound } from '../../../lib/api-error.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { DocumentTitle } from '../../../ui/page-heading.tsx';
import { AgentEditor } from './agent-editor.tsx';
import { useEditedAgent } from './use-edited-agent.ts';

interface AgentEditorViewProps {
  agentId: string;
  listPath: string;
  toolsPath: string;
  dataPath: string;
  /** For the previews of openings. */
  organization: { name: string; timeZone: string };
  handset: boolean;
}

export function AgentEditorView({
  agentId,
  listPath,
  toolsPath,
  dataPath,
  organization,
  handset,
}: AgentEditorViewProps) {
  const query = useEditedAgent(agentId);
  const retry = useRetry(query.refetch);
  const { data: agent, error } = query;
  const back = (
    <Button asChild look="quiet" className="-ml-3.5">
      <Link to={listPath}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to Agents
      </Link>
    </Button>
  );
  if (agent !== undefined) {
    return (
      <>
        <div className="-mt-2 mb-2">{back}</div>
        <AgentEditor
          key={agent.id}
          agent={agent}
          listPath={listPath}
          toolsPath={toolsPath}
          dataPath={dataPath}
          organization={organization}
          handset={handset}
        />
      </>
    );
  }
  if (isNotFound(error)) {
    return (
      <Notice title="Agent not found">
        <p className="font-medium">Agent not found</p>
        <p className="text-ink-2">
          It was deleted, belongs to another organization, or the address is not complete.
        </p>
        {back}
      </Notice>
    );
  }
  return (
    <Notice title="Agent">
      <LoadState
        query={query}
        onRetry={retry.send}
        loading="Loading the agent..."
        failed="Failed to load the agent"
      />
    </Notice>
  );
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="grid min-h-[max(20rem,calc(100dvh-14rem))] content-center justify-items-center gap-3 p-6 text-center">
      <DocumentTitle>{title}</DocumentTitle>
      <h1 tabIndex={-1} className="sr-only">
        {title}
      </h1>
      {children}
    </Card>
  );
}
