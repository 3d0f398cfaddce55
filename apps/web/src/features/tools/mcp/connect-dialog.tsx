import { notPermittedSentence, toolRoutes } from '@parley/contract';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useMay } from '../../../lib/permissions.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NoPermission } from '../../../ui/no-permission.tsx';
import { type FormErrors, noErrors } from '../editor/form-errors.ts';
import { type HeaderRow, headersOf } from '../editor/tool-draft.ts';
import { SecretsDialog } from '../secrets/secrets-dialog.tsx';
import { PlaceFields } from './place-fields.tsx';
import { serverErrors } from './server-draft.ts';
import { useCreateServer } from './use-server-actions.ts';

interface ConnectDialogProps {
  open: boolean;
  onClose: () => void;
  onConnected: (id: string) => void;
}

export function ConnectDialog({ open, onClose, onConnected }: ConnectDialogProps) {
  const isPermitted = useMay()(toolRoutes.createMcpServer.permission);
  return (
    <FormDialog
      open={open}
      title="Connect MCP Server"
      description="Its tools are listed then. None of them is used before you allow it."
      wide
      onClose={onClose}
      onDiscard={onClose}
    >
      {(onDirtyChange) =>
        open &&
        (isPermitted ? (
          <Form onClose={onClose} onConnected={onConnected} onDirtyChange={onDirtyChange} />
        ) : (
          <NoPermission onDirtyChange={onDirtyChange}>{notPermittedSentence}</NoPermission>
        ))
      }
    </FormDialog>
  );
}

interface FormProps extends Omit<ConnectDialogProps, 'open'> {
  onDirtyChange: (dirty: boolean) => void;
}

function Form({ onClose, onConnected, onDirtyChange }: FormProps) {
  const [draft, setDraft] = useState({
    name: '',
    address: 'https://',
    headers: [] as readonly HeaderRow[],
    tools: [],
  });
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
  const dirty = (draft.name !== '' || draft.address !== 'https://' || draft.headers.length > 0) && !busy;
  useEffect(() => onDirtyChange(dirty), [onDirtyChange, dirty]);

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
