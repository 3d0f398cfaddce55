import { apiKeyRoutes, notPermittedSentence } from '@parley/contract';
import { useState } from 'react';
import { useClearDraft } from '../../lib/drafts.ts';
import type { CreatedApiKey } from '../../lib/parsing/api-keys.ts';
import { useMay } from '../../lib/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
import { draftName, KeyForm } from './key-form.tsx';

interface NewKeyDialogProps {
  open: boolean;
  /** The id of what gets the focus on closing. */
  returnTo: string;
  onClose: () => void;
}

export function NewKeyDialog({ open, returnTo, onClose }: NewKeyDialogProps) {
  const isPermitted = useMay()(apiKeyRoutes.createApiKey.permission);
  const clearDraft = useClearDraft();
  const [made, setMade] = useState<CreatedApiKey | null>(null);
  const discard = () => {
    clearDraft(draftName);
    onClose();
  };
  return (
    <>
      <FormDialog
        open={open && made === null}
        title="New API Key"
        description="For one program. It acts as itself and may do only what you choose."
        wide
        returnTo={returnTo}
        onClose={onClose}
        onDiscard={discard}
      >
        {(onDirtyChange) =>
          open &&
          (isPermitted ? (
            <KeyForm onDirtyChange={onDirtyChange} onMade={setMade} onCancel={discard} />
          ) : (
            <NoPermission onDirtyChange={onDirtyChange}>{notPermittedSentence}</NoPermission>
          ))
        }
      </FormDialog>
      <Dialog
        open={made !== null}
        // The key is shown this once: a press beside the dialog must not lose it.
        closable={false}
        onOpenChange={() => {}}
        title="Copy the Key Now"
        wide
        returnTo={returnTo}
      >
        {made !== null && (
          <Made
            made={made}
            onClose={() => {
              setMade(null);
              onClose();
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function Made({ made: { key, secret }, onClose }: { made: CreatedApiKey; onClose: () => void }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-ink-2">
        {`This is the key of ${key.name}. It is shown this once: nobody can show it again. Keep it where only that program reads it; if it is lost, revoke it and make another.`}
      </p>
      <CommandLine label="key">{secret}</CommandLine>
      {key.permissions.includes('calls.read') && (
        <>
          <p className="text-ink-2">Try it:</p>
          <CommandLine label="command">
            {`curl -H 'Authorization: Bearer ${secret}' ${window.location.origin}/api/calls`}
          </CommandLine>
        </>
      )}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          I Have Copied It
        </Button>
      </DialogActions>
    </div>
  );
}
