import type { McpServer, ToolSummary } from '@parley/contract';
import { Wrench } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useRetry } from '../../../lib/use-send.ts';
import { useMcpServers, useTools } from '../../../lib/use-tool-lists.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadStateCard } from '../../../ui/load-state.tsx';
import { McpServerRow } from './mcp-server-row.tsx';
import { ToolRow } from './tool-row.tsx';

interface ToolsViewProps {
  toolPathOf: (id: string) => string;
  serverPathOf: (id: string) => string;
  /** The next steps, for an empty list; null for those who may not add tools. */
  nextSteps: ReactNode;
}

export function ToolsView({ toolPathOf, serverPathOf, nextSteps }: ToolsViewProps) {
  const tools = useTools();
  const servers = useMcpServers();
  const retry = useRetry(async (options) => {
    await Promise.all(
      [tools, servers].filter(({ data }) => data === undefined).map(({ refetch }) => refetch(options)),
    );
  });
  if (tools.data === undefined || servers.data === undefined) {
    const failed = [tools, servers].find(({ error }) => error !== null);
    return (
      <LoadStateCard
        query={failed ?? tools}
        onRetry={retry.send}
        loading="Loading tools..."
        failed="Failed to load the tools"
      />
    );
  }
  if (tools.data.length === 0 && servers.data.length === 0)
    return (
      <Card>
        <EmptyState icon={Wrench} className="py-24" action={nextSteps}>
          {nextSteps === null
            ? 'No tools yet. They appear here as soon as an administrator has added one.'
            : 'No tools yet. With one your agents can look something up or book it while they talk.'}
        </EmptyState>
      </Card>
    );
  return (
    <div className="grid content-start gap-6">
      {tools.data.length > 0 && <HttpTools tools={tools.data} pathOf={toolPathOf} />}
      {servers.data.length > 0 && <McpServers servers={servers.data} pathOf={serverPathOf} />}
    </div>
  );
}

function HttpTools({ tools, pathOf }: { tools: readonly ToolSummary[]; pathOf: (id: string) => string }) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        title="HTTP Tools"
        titleId={titleId}
        subtitle="Agents choose them in their section Tools."
        className="border-b"
      />
      <ul aria-labelledby={titleId}>
        {tools.map((tool) => (
          <ToolRow key={tool.id} tool={tool} path={pathOf(tool.id)} />
        ))}
      </ul>
    </Card>
  );
}

function McpServers({ servers, pathOf }: { servers: readonly McpServer[]; pathOf: (id: string) => string }) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        title="MCP Servers"
        titleId={titleId}
        subtitle="Their tools are allowed one by one."
        className="border-b"
      />
      <ul aria-labelledby={titleId}>
        {servers.map((server) => (
          <McpServerRow key={server.id} server={server} path={pathOf(server.id)} />
        ))}
      </ul>
    </Card>
  );
}
