import type { Template } from '@parley/contract';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { agentBadge } from '../../lib/known-agents.ts';
import { InitialBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { groupName } from './group-name.ts';

interface TemplateGroupProps {
  agentId: string;
  templates: readonly Template[];
  /** Null for what is not permitted. */
  onAdd: (() => void) | null;
  onEdit: ((template: Template) => void) | null;
  onDelete: ((template: Template) => void) | null;
}

export function TemplateGroup({ agentId, templates, onAdd, onEdit, onDelete }: TemplateGroupProps) {
  const titleId = useId();
  const name = groupName(agentId);
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        className="py-3"
        titleId={titleId}
        title={
          <span className="flex items-center gap-2">
            <InitialBadge {...agentBadge({ id: agentId, displayName: '' })} />
            {name}
          </span>
        }
        actions={
          onAdd !== null && (
            <Button onClick={onAdd} aria-describedby={titleId}>
              <Plus aria-hidden="true" className="size-4" />
              Add Template
            </Button>
          )
        }
      />
      {templates.length === 0 ? (
        <p className="border-t px-5 py-6 text-center text-ink-3">No templates yet</p>
      ) : (
        <ul aria-labelledby={titleId}>
          {templates.map((template) => (
            <TemplateRow
              key={template._id}
              template={template}
              onEdit={onEdit && (() => onEdit(template))}
              onDelete={onDelete && (() => onDelete(template))}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface TemplateRowProps {
  template: Template;
  onEdit: (() => void) | null;
  onDelete: (() => void) | null;
}

function TemplateRow({ template: { name, prompt, createdBy }, onEdit, onDelete }: TemplateRowProps) {
  return (
    <li className="flex items-center gap-3 border-t py-3 pr-3 pl-5">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="truncate font-medium">{name}</p>
        <p title={prompt} className="truncate text-ink-2 text-sm">
          {prompt}
        </p>
        {createdBy !== null && <p className="text-ink-3 text-xs">Created by {createdBy.displayName}</p>}
      </div>
      <div className="flex">
        {onEdit && <IconButton icon={Pencil} label={`Edit ${name}`} onClick={onEdit} />}
        {onDelete && <IconButton icon={Trash2} label={`Delete ${name}`} onClick={onDelete} />}
      </div>
    </li>
  );
}
