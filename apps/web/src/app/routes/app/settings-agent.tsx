import { useParams } from 'react-router';
import { AgentEditorView } from '../../../features/agents/editor/agent-editor-view.tsx';
import { useOrganization } from '../../../features/organization/use-organization.ts';
import { useCalling } from '../../../lib/use-calling.ts';
import { paths } from '../../paths.ts';

export function AgentPage() {
  const { agentId = '' } = useParams();
  // Without it the previews say the name of the agent.
  const { name = '', timeZone = 'UTC' } = useOrganization().data?.settings ?? {};
  const handset = (useCalling().data?.sandbox ?? null) !== null;
  return (
    <AgentEditorView
      agentId={agentId}
      listPath={paths.agents}
      toolsPath={paths.tools}
      dataPath={paths.data}
      organization={{ name, timeZone }}
      handset={handset}
    />
  );
}
