import { type McpServer, toolRoutes } from '@parley/contract';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { useMay } from '../../../lib/permissions.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { useMcpServers } from '../../../lib/use-tool-lists.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadStateCard } from '../../../ui/load-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Question } from '../../../ui/question.tsx';
import { BackToTools } from '../back-to-tools.tsx';
import { usedByText } from '../list/used-by-text.ts';
import { SecretsDialog } from '../secrets/secrets-dialog.tsx';
import { ServerForm } from './server-form.tsx';
import { useDeleteServer, useLookAgain } from './use-server-actions.ts';

interface ServerPageViewProps {
  id: string;
  listPath: string;
  onCreated: (id: string) => void;
  onDeleted: () => void;
}

export function ServerPageView({ id, listPath, onCreated, onDeleted }: ServerPageViewProps) {
  const query = useMcpServers();
  const retry = useRetry(query.refetch);
  const listed = query.data?.find((each) => each.id === id);
  // Kept where somebody deletes it, so that nothing that is typed in its form is lost.
  const [last, setLast] = useState(listed);
  if (listed !== undefined && listed !== last) setLast(listed);
  const server = listed ?? last;
  return (
    <>
      <BackToTools to={listPath} />
      {server !== undefined ? (
        <ServerPage
          key={server.id}
          server={server}
          isGone={listed === undefined}
          onCreated={onCreated}
          onDeleted={onDeleted}
        />
      ) : (
        <>
          <PageHeading title="MCP Server" />
          {query.data !== undefined ? (
            <Gone />
          ) : (
            <LoadStateCard
              query={query}
              onRetry={retry.send}
              loading="Loading MCP server..."
              failed="Failed to load the MCP server"
            />
          )}
        </>
      )}
    </>
  );
}

function Gone() {
  return (
    <Card className="grid min-h-80 content-center justify-items-center gap-3 p-6 text-center">
      <p className="font-medium">MCP server not found</p>
      <p className="text-ink-2">It may have been deleted, or the address is not complete.</p>
    </Card>
  );
}

interface ServerPageProps extends Pick<ServerPageViewProps, 'onCreated' | 'onDeleted'> {
  server: McpServer;
  /** Somebody has deleted it. */
  isGone: boolean;
}

function ServerPage({ server, isGone, onCreated, onDeleted }: ServerPageProps) {
  const may = useMay();
  const [dialog, setDialog] = useState<'secrets' | 'delete' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const look = useLookAgain(server.id, {
    onDone: (listed) => {
      setFailure(null);
      toast.success(listed === null ? 'Listed again' : listedText(listed));
    },
    onFailed: setFailure,
  });
  return (
    <>
      <PageHeading
        title={server.name}
        subtitle={usedByText(server.usedBy)}
        actions={
          !isGone && (
            <>
              {may(toolRoutes.lookAtMcpServer.permission) && (
                <Button busy={look.busy} onClick={() => look.send()}>
                  {!look.busy && <RefreshCw aria-hidden="true" className="size-4" />}
                  {look.busy ? 'Looking...' : 'Look Again'}
                </Button>
              )}
              {may(toolRoutes.deleteMcpServer.permission) && (
                <Button onClick={() => setDialog('delete')}>
                  <Trash2 aria-hidden="true" className="size-4" />
                  Delete
                </Button>
              )}
            </>
          )
        }
      />
      {failure !== null && (
        <AlertBox title="Its tools could not be listed" className="mb-4">
          {failure}
        </AlertBox>
      )}
      <ServerForm
        server={server}
        gone={isGone ? <Gone /> : null}
        onSecrets={() => setDialog('secrets')}
        onCreated={onCreated}
      />
      <SecretsDialog open={dialog === 'secrets'} onClose={() => setDialog(null)} />
      <Dialog
        open={dialog === 'delete'}
        onOpenChange={(next) => !next && setDialog(null)}
        title="Delete MCP Server"
      >
        {dialog === 'delete' && (
          <DeleteQuestion server={server} onClose={() => setDialog(null)} onDeleted={onDeleted} />
        )}
      </Dialog>
    </>
  );
}

function listedText({ tools }: McpServer): string {
  const changed = tools.filter(({ state }) => state === 'changed').length;
  if (changed === 0) return 'Listed again: nothing that you allowed has changed';
  return changed === 1 ? 'Listed again: one tool has changed' : `Listed again: ${changed} tools have changed`;
}

interface DeleteQuestionProps {
  server: McpServer;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteQuestion({ server, onClose, onDeleted }: DeleteQuestionProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, send } = useDeleteServer(server, { onDone: onDeleted, onFailed: setFailure });
  return (
    <Question
      {...{
        action: 'Delete MCP Server',
        doing: 'Deleting...',
        failed: 'Failed to delete the MCP server',
        busy,
      }}
      error={failure}
      holds
      onConfirm={() => send()}
      onCancel={onClose}
    >
      <p className="wrap-anywhere">
        {'Delete '}
        <strong>{server.name}</strong>
        {' with what was allowed of its tools? The server itself stays as it is.'}
      </p>
    </Question>
  );
}
