import { useNavigate, useParams } from 'react-router';
import { ServerPageView } from '../../../features/tools/mcp/server-page-view.tsx';
import { paths } from '../../paths.ts';

export function McpServerPage() {
  const { serverId = '' } = useParams();
  const navigate = useNavigate();
  return (
    <ServerPageView
      key={serverId}
      id={serverId}
      listPath={paths.tools}
      onCreated={(id) => navigate(paths.mcpServer(id))}
      onDeleted={() => navigate(paths.tools)}
    />
  );
}
