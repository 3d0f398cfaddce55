import type { ConnectionKind } from '@parley/contract';
import type { ComponentType } from 'react';
import { useClearDraft } from '../../lib/drafts.ts';
import type { Connections } from '../../lib/parsing/connections.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PublicAddressForm } from './address/address-form.tsx';
import { type ConnectFormProps, connectDraftName } from './connect-form-props.ts';
import { headingIdOf, kindWords } from './kinds.ts';
import { MailForm } from './mail/mail-form.tsx';
import { ModelForm } from './model/model-form.tsx';
import { SpeechForm } from './model/speech-form.tsx';
import { PhoneForm } from './phone/phone-form.tsx';
import { StorageForm } from './storage/storage-form.tsx';

interface ConnectDialogProps {
  /** Null while it is closed. */
  kind: ConnectionKind | null;
  connections: Connections;
  onClose: () => void;
  onConnected: (kind: ConnectionKind) => void;
}

const forms: Readonly<Record<ConnectionKind, ComponentType<ConnectFormProps>>> = {
  phone: PhoneForm,
  address: PublicAddressForm,
  model: ModelForm,
  speech: SpeechForm,
  mail: MailForm,
  storage: StorageForm,
};

export function ConnectDialog({ kind, connections, onClose, onConnected }: ConnectDialogProps) {
  const Form = kind === null ? null : forms[kind];
  const clearDraft = useClearDraft();
  const forget = () => {
    if (kind !== null) clearDraft(connectDraftName(kind));
  };
  const discard = () => {
    forget();
    onClose();
  };
  return (
    <FormDialog
      open={kind !== null}
      title={kind === null ? '' : kindWords[kind].connect}
      wide
      returnTo={kind === null ? undefined : headingIdOf(kind)}
      onClose={onClose}
      onDiscard={discard}
    >
      {(onDirtyChange) =>
        Form !== null && (
          <Form
            connections={connections}
            onDirtyChange={onDirtyChange}
            onCancel={discard}
            onConnected={() => {
              forget();
              onDirtyChange(false);
              if (kind !== null) onConnected(kind);
            }}
          />
        )
      }
    </FormDialog>
  );
}
