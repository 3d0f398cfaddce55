import { routes, type Template } from '@parley/contract';
import { useState } from 'react';
import { useMay } from '../../lib/permissions.ts';
import { useRetry } from '../../lib/use-send.ts';
import { LoadStateCard } from '../../ui/load-state.tsx';
import { DeleteTemplateDialog } from './delete-template-dialog.tsx';
import { EditTemplateDialog } from './edit-template-dialog.tsx';
import { fetchFailedText } from './error-texts.ts';
import type { TemplateEdit } from './template-draft.ts';
import { TemplateGroup } from './template-group.tsx';
import { useTemplates } from './use-templates.ts';

export function TemplatesView() {
  const may = useMay();
  const query = useTemplates();
  const retry = useRetry(query.refetch);
  const [editing, setEditing] = useState<TemplateEdit | null>(null);
  const [deleting, setDeleting] = useState<Template | null>(null);

  if (query.data === undefined) {
    return (
      <LoadStateCard
        query={query}
        onRetry={retry.send}
        loading="Loading templates..."
        failed={fetchFailedText}
      />
    );
  }
  return (
    <div className="grid min-h-[max(20rem,calc(100dvh-14rem))] content-start gap-6">
      {Object.entries(query.data).map(([agentId, templates]) => (
        <TemplateGroup
          key={agentId}
          agentId={agentId}
          templates={templates}
          onAdd={may(routes.createTemplate.permission) ? () => setEditing({ agentId, template: null }) : null}
          onEdit={
            may(routes.updateTemplate.permission) ? (template) => setEditing({ agentId, template }) : null
          }
          onDelete={may(routes.deleteTemplate.permission) ? setDeleting : null}
        />
      ))}
      <EditTemplateDialog editing={editing} onClose={() => setEditing(null)} />
      <DeleteTemplateDialog template={deleting} onClose={() => setDeleting(null)} />
    </div>
  );
}
