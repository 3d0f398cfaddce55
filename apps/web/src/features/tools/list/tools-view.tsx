import type { McpServer, ToolSummary } from '@parley/contract';
import { Wrench } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useAddressParam } from '../../../lib/use-address-param.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { useMcpServers, useTools } from '../../../lib/use-tool-lists.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadStateCard } from '../../../ui/load-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { foundTools } from './found-tools.ts';
import { McpServerRow } from './mcp-server-row.tsx';
import { ToolRow } from './tool-row.tsx';

/** From this many tools and servers on there is a field to find one. */
const searchFrom = 7;

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
  return <Loaded tools={tools.data} servers={servers.data} {...{ toolPathOf, serverPathOf }} />;
}

interface LoadedProps extends Omit<ToolsViewProps, 'nextSteps'> {
  tools: readonly ToolSummary[];
  servers: readonly McpServer[];
}

function Loaded({ tools, servers, toolPathOf, serverPathOf }: LoadedProps) {
  const [search, setSearch] = useAddressParam('search');
  const isLong = tools.length + servers.length >= searchFrom;
  const found = foundTools(tools, servers, isLong ? search : '');
  return (
    <div className="grid content-start gap-6">
      {isLong && (
        <SearchField
          label="Find a tool"
          placeholder="Find by name or purpose"
          value={search}
          onChange={setSearch}
        />
      )}
      {found.tools.length === 0 && found.servers.length === 0 && (
        <p role="status" className="py-8 text-center text-ink-3">
          {`No tool matches "${search}".`}
        </p>
      )}
      {found.tools.length > 0 && <HttpTools tools={found.tools} pathOf={toolPathOf} />}
      {found.servers.length > 0 && <McpServers servers={found.servers} pathOf={serverPathOf} />}
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
        subtitle="Each agent uses those that are chosen in its Tools section."
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
