import { useNavigate, useParams } from 'react-router';
import { NewToolView, ToolPageView } from '../../../features/tools/editor/tool-page-view.tsx';
import { useMay } from '../../../lib/permissions.ts';
import { paths } from '../../paths.ts';

export function ToolPage() {
  const { toolId = '' } = useParams();
  const may = useMay();
  const navigate = useNavigate();
  return (
    <ToolPageView
      key={toolId}
      id={toolId}
      listPath={paths.tools}
      agentPathOf={may('agents.read') ? paths.agent : null}
      onCreated={(id) => navigate(paths.tool(id), { replace: true })}
      onDeleted={() => navigate(paths.tools)}
    />
  );
}

export function NewToolPage() {
  const navigate = useNavigate();
  return (
    <NewToolView listPath={paths.tools} onCreated={(id) => navigate(paths.tool(id), { replace: true })} />
  );
}
