import { type ToolRef, toolLimits, toolRefKey } from '@parley/contract';
import { Link } from 'react-router';
import { useRetry } from '../../../../lib/use-send.ts';
import { useMcpServers, useTools } from '../../../../lib/use-tool-lists.ts';
import { LoadState } from '../../../../ui/load-state.tsx';
import { useEditor, useField, useProblem } from '../editor-context.ts';
import { ListProblem } from '../list-problem.tsx';
import { SectionCard } from '../section-card.tsx';
import { type OfferedTool, offeredTools } from './offered-tools.ts';
import { TextMessages } from './text-messages.tsx';
import { ToolChoice } from './tool-choice.tsx';

/** What the agent may look up and do beside talking. */
export function ToolsSection({ toolsPath }: { toolsPath: string }) {
  return (
    <>
      <SectionCard
        title="Tools"
        subtitle={
          <>
            {'What it may look up and do while it talks. They are set up under '}
            <Link to={toolsPath} className="rounded-box underline underline-offset-4">
              Settings ▸ Tools
            </Link>
            .
          </>
        }
      >
        <Choices />
      </SectionCard>
      <SectionCard
        title="Text Messages"
        subtitle="What it may send as a text message to the other party, word for word. Never to a landline, nor to somebody who has answered STOP."
      >
        <TextMessages />
      </SectionCard>
    </>
  );
}

function Choices() {
  const { config, change } = useEditor();
  const { value: use = [], error, readOnly } = useField('tools.use');
  const problem = useProblem();
  const tools = useTools();
  const servers = useMcpServers();
  const retry = useRetry(async (options) => {
    await Promise.all([tools, servers].map(({ refetch }) => refetch(options)));
  });
  if (tools.data === undefined || servers.data === undefined)
    return (
      <LoadState
        query={[tools, servers].find((query) => query.error !== null) ?? tools}
        onRetry={retry.send}
        loading="Loading tools..."
        failed="Failed to load the tools"
        compact
      />
    );
  const offered = offeredTools(tools.data, servers.data, use);
  const isFull = use.length >= toolLimits.toolsOfAgentMax;

  function set(next: readonly ToolRef[]): void {
    change({ ...config, tools: { texts: config.tools?.texts ?? [], use: [...next] } });
  }
  function toggle({ ref, key }: OfferedTool, chosen: boolean): void {
    set(chosen ? [...use, ref] : use.filter((each) => toolRefKey(each) !== key));
  }

  if (offered.length === 0)
    return <p className="text-ink-3">No tools yet. An administrator adds them under Settings ▸ Tools.</p>;
  return (
    <>
      <p role="status" className="text-ink-3 text-sm">
        {`${use.length} of at most ${toolLimits.toolsOfAgentMax} chosen.`}
        {isFull && ' The model chooses better among few.'}
      </p>
      <ul aria-label="Tools" className="grid grid-cols-[minmax(0,1fr)] rounded-box border">
        {offered.map((tool) => {
          const index = use.findIndex((ref) => toolRefKey(ref) === tool.key);
          return (
            <ToolChoice
              key={tool.key}
              tool={tool}
              chosen={index >= 0}
              problem={index >= 0 ? problem(`tools.use.${index}`) : null}
              disabled={readOnly || (index < 0 && (isFull || tool.why !== null))}
              onChange={(chosen) => toggle(tool, chosen)}
            />
          );
        })}
      </ul>
      <ListProblem>{error}</ListProblem>
    </>
  );
}
