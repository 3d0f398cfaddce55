import { notPermittedSentence, toolRoutes } from '@parley/contract';
import { type SubmitEvent, useState } from 'react';
import { useClearDraft, useDraft } from '../../../lib/drafts.ts';
import { useMay } from '../../../lib/permissions.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { DraftOffer } from '../../../ui/draft-offer.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NoPermission } from '../../../ui/no-permission.tsx';
import { type FormErrors, noErrors } from '../editor/form-errors.ts';
import { headersOf } from '../editor/tool-draft.ts';
import { withoutSecretTexts } from '../editor/unsaved-tool.ts';
import { SecretsDialog } from '../secrets/secrets-dialog.tsx';
import { PlaceFields } from './place-fields.tsx';
import { type ServerDraft, serverErrors } from './server-draft.ts';
import { parseUnsavedServer, unsavedServerName } from './unsaved-server.ts';
import { useCreateServer } from './use-server-actions.ts';

interface ConnectDialogProps {
  open: boolean;
  onClose: () => void;
  onConnected: (id: string) => void;
}

export function ConnectDialog({ open, onClose, onConnected }: ConnectDialogProps) {
  const isPermitted = useMay()(toolRoutes.createMcpServer.permission);
  const clearDraft = useClearDraft();
  const discard = () => {
    clearDraft(draftName);
    onClose();
  };
  return (
    <FormDialog
      open={open}
      title="Connect MCP Server"
      description="Its tools are listed then. None of them is used before you allow it."
      wide
      onClose={onClose}
      onDiscard={discard}
    >
      {(onDirtyChange) =>
        open &&
        (isPermitted ? (
          <Form onClose={discard} onConnected={onConnected} onDirtyChange={onDirtyChange} />
        ) : (
          <NoPermission onDirtyChange={onDirtyChange}>{notPermittedSentence}</NoPermission>
        ))
      }
    </FormDialog>
  );
}

const draftName = unsavedServerName(null);
const empty: ServerDraft = { name: '', address: 'https://', headers: [], tools: [] };

interface FormProps extends Omit<ConnectDialogProps, 'open'> {
  onDirtyChange: (dirty: boolean) => void;
}

function Form({ onClose, onConnected, onDirtyChange }: FormProps) {
  const [draft, setDraft] = useState(empty);
  const [errors, setErrors] = useState<FormErrors>(noErrors);
  const [failure, setFailure] = useState<string | null>(null);
  const [secretsShown, setSecretsShown] = useState(false);
  const { busy, send } = useCreateServer({
    onDone: (server) => {
      onClose();
      if (server !== null) onConnected(server.id);
    },
    onFailed: (sentence, code) => {
      if (code === 'host_not_allowed') setErrors(new Map([['address', sentence]]));
      else setFailure(sentence);
    },
  });
  const isEmpty = draft.name === '' && draft.address === empty.address && draft.headers.length === 0;
  const unsaved = useDraft({
    form: draftName,
    value: isEmpty ? null : { base: null, draft: { ...draft, headers: withoutSecretTexts(draft.headers) } },
    parse: parseUnsavedServer,
    busy,
    onDirtyChange,
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (busy) return;
    const found = serverErrors(draft);
    setErrors(found);
    setFailure(null);
    if (found.size > 0) return;
    send({ name: draft.name.trim(), address: draft.address.trim(), headers: headersOf(draft.headers) });
  }

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {unsaved.offered !== null && (
        <DraftOffer
          onRestore={() => {
            if (unsaved.offered !== null) setDraft(unsaved.offered.draft);
            unsaved.dismiss();
          }}
        />
      )}
      <PlaceFields
        draft={draft}
        errors={errors}
        readOnly={busy}
        onSecrets={() => setSecretsShown(true)}
        change={(changes) => setDraft((before) => ({ ...before, ...changes }))}
      />
      {failure !== null && <AlertBox title="The server could not be connected">{failure}</AlertBox>}
      <DialogActions>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Connecting...' : 'Connect'}
        </Button>
      </DialogActions>
      <SecretsDialog open={secretsShown} onClose={() => setSecretsShown(false)} />
    </form>
  );
}
