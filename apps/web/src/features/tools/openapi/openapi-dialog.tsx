import { notPermittedSentence, toolRoutes } from '@parley/contract';
import { useState } from 'react';
import { useClearDraft } from '../../../lib/drafts.ts';
import { useMay } from '../../../lib/permissions.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NoPermission } from '../../../ui/no-permission.tsx';
import { OperationsStep } from './operations-step.tsx';
import { openApiDrafts, type ReadDocument, SourceStep } from './source-step.tsx';

/** Tools out of an OpenAPI document: read it, pick operations, add them. */
export function OpenApiDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const isPermitted = useMay()(toolRoutes.readOpenApi.permission);
  const clearDraft = useClearDraft();
  const discard = () => {
    for (const name of Object.values(openApiDrafts)) clearDraft(name);
    onClose();
  };
  return (
    <FormDialog
      open={open}
      title="Import OpenAPI"
      description="Each operation that you pick becomes a tool, to be looked at and changed."
      wide
      onClose={onClose}
      onDiscard={discard}
    >
      {(onDirtyChange) =>
        open &&
        (isPermitted ? (
          <Steps onClose={discard} onDirtyChange={onDirtyChange} />
        ) : (
          <NoPermission onDirtyChange={onDirtyChange}>{notPermittedSentence}</NoPermission>
        ))
      }
    </FormDialog>
  );
}

function Steps({ onClose, onDirtyChange }: { onClose: () => void; onDirtyChange: (dirty: boolean) => void }) {
  const [read, setRead] = useState<ReadDocument | null>(null);
  return read === null ? (
    <SourceStep onRead={setRead} onCancel={onClose} onDirtyChange={onDirtyChange} />
  ) : (
    <OperationsStep read={read} onBack={() => setRead(null)} onDone={onClose} onDirtyChange={onDirtyChange} />
  );
}
