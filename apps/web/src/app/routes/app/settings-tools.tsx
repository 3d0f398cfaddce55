import { toolRoutes } from '@parley/contract';
import { FileInput, KeyRound, Plug, Plus } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { ToolsView } from '../../../features/tools/list/tools-view.tsx';
import { ConnectDialog } from '../../../features/tools/mcp/connect-dialog.tsx';
import { OpenApiDialog } from '../../../features/tools/openapi/openapi-dialog.tsx';
import { SecretsDialog } from '../../../features/tools/secrets/secrets-dialog.tsx';
import { useMay } from '../../../lib/permissions.ts';
import { useAddressParam } from '../../../lib/use-address-param.ts';
import { useMcpServers, useTools } from '../../../lib/use-tool-lists.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { paths } from '../../paths.ts';

export function ToolsPage() {
  const mayWrite = useMay()(toolRoutes.createTool.permission);
  const navigate = useNavigate();
  const [dialog, setDialog] = useAddressParam('dialog');
  const close = () => setDialog('');
  // Of an empty list the same steps stand in its middle.
  const isEmpty = [useTools(), useMcpServers()].every(({ data }) => data?.length === 0);
  const adding = (
    <>
      <Button onClick={() => setDialog('openapi')}>
        <FileInput aria-hidden="true" className="size-4" />
        Import OpenAPI
      </Button>
      <Button onClick={() => setDialog('mcp')}>
        <Plug aria-hidden="true" className="size-4" />
        Connect MCP Server
      </Button>
      <Button asChild look="primary">
        <Link to={paths.newTool}>
          <Plus aria-hidden="true" className="size-4" />
          New Tool
        </Link>
      </Button>
    </>
  );
  return (
    <>
      <PageHeading
        title="Tools"
        subtitle="What your agents can look up and do while they talk."
        {...(mayWrite && {
          actions: (
            <>
              <Button onClick={() => setDialog('secrets')}>
                <KeyRound aria-hidden="true" className="size-4" />
                Secrets
              </Button>
              {!isEmpty && adding}
            </>
          ),
        })}
      />
      <ToolsView
        toolPathOf={paths.tool}
        serverPathOf={paths.mcpServer}
        nextSteps={mayWrite ? <div className="flex flex-wrap justify-center gap-2">{adding}</div> : null}
      />
      <OpenApiDialog open={dialog === 'openapi' && mayWrite} onClose={close} />
      <SecretsDialog open={dialog === 'secrets' && mayWrite} onClose={close} />
      <ConnectDialog
        open={dialog === 'mcp' && mayWrite}
        onClose={close}
        onConnected={(id) => navigate(paths.mcpServer(id))}
      />
    </>
  );
}
