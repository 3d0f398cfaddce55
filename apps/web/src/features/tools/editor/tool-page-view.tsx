import { emptyHttpTool, toolRoutes } from '@parley/contract';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { isNotFound } from '../../../lib/api-error.ts';
import { useMay } from '../../../lib/permissions.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadStateCard } from '../../../ui/load-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { BackToTools } from '../back-to-tools.tsx';
import { SecretsDialog } from '../secrets/secrets-dialog.tsx';
import { useTool } from '../use-tools.ts';
import { DeleteToolDialog } from './delete-tool-dialog.tsx';
import { ToolForm } from './tool-form.tsx';
import { UsedBy } from './used-by.tsx';

interface PageProps {
  listPath: string;
  onCreated: (id: string) => void;
}

interface ToolPageViewProps extends PageProps {
  id: string;
  agentPathOf: ((agentId: string) => string) | null;
  onDeleted: () => void;
}

export function NewToolView({ listPath, onCreated }: PageProps) {
  const [secretsShown, setSecretsShown] = useState(false);
  return (
    <>
      <BackToTools to={listPath} />
      <PageHeading title="New Tool" subtitle="Something your agents can look up or do by HTTP." />
      <ToolForm
        tool={null}
        initial={emptyHttpTool('')}
        onSecrets={() => setSecretsShown(true)}
        onCreated={onCreated}
      />
      <SecretsDialog open={secretsShown} onClose={() => setSecretsShown(false)} />
    </>
  );
}

export function ToolPageView({ id, listPath, agentPathOf, onCreated, onDeleted }: ToolPageViewProps) {
  const may = useMay();
  const query = useTool(id);
  const retry = useRetry(query.refetch);
  const [dialog, setDialog] = useState<'secrets' | 'delete' | null>(null);
  const tool = query.data;
  const isGone = isNotFound(query.error);
  return (
    <>
      <BackToTools to={listPath} />
      {tool === undefined ? (
        <>
          <PageHeading title="Tool" />
          {isGone ? (
            <Gone />
          ) : (
            <LoadStateCard
              query={query}
              onRetry={retry.send}
              loading="Loading tool..."
              failed="Failed to load the tool"
            />
          )}
        </>
      ) : (
        <>
          <PageHeading
            title={tool.name}
            subtitle={<UsedBy agents={tool.agents} pathOf={agentPathOf} />}
            actions={
              may(toolRoutes.deleteTool.permission) &&
              !isGone && (
                <Button onClick={() => setDialog('delete')}>
                  <Trash2 aria-hidden="true" className="size-4" />
                  Delete
                </Button>
              )
            }
          />
          <ToolForm
            key={tool.id}
            tool={tool}
            initial={tool.config}
            gone={isGone ? <Gone /> : null}
            onSecrets={() => setDialog('secrets')}
            onCreated={onCreated}
          />
          <SecretsDialog open={dialog === 'secrets'} onClose={() => setDialog(null)} />
          <DeleteToolDialog
            tool={dialog === 'delete' ? tool : null}
            onClose={() => setDialog(null)}
            onDeleted={onDeleted}
          />
        </>
      )}
    </>
  );
}

function Gone() {
  return (
    <Card className="grid min-h-80 content-center justify-items-center gap-3 p-6 text-center">
      <p className="font-medium">Tool not found</p>
      <p className="text-ink-2">It may have been deleted, or the address is not complete.</p>
    </Card>
  );
}
