import {
  type ConnectionKind,
  type ConnectionStatus,
  type Connections,
  changePhoneBody,
  connectionRoutes,
  replaceSecretBody,
} from '@parley/contract';
import { type SubmitEvent, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { FailureBox } from './failure-box.tsx';
import { headingIdOf, kindWords, shortAccount, shownLine } from './kinds.ts';
import { LoginFields } from './phone/login-fields.tsx';
import { changedSecretsOf, emptyLogin, type KeyChange } from './phone/phone-draft.ts';
import { useConnectionsChanged } from './use-connections.ts';
import { useFailure } from './use-failure.ts';
import { useMistakes } from './use-mistakes.ts';

interface ReplaceDialogProps {
  /** Null while it is closed. */
  kind: ConnectionKind | null;
  connections: Connections;
  onClose: () => void;
  /** Another account, model or server instead. */
  onOther: (kind: ConnectionKind) => void;
}

type Connected = Extract<ConnectionStatus, { state: 'connected' | 'failing' }>;

/** A new secret for the same connection; for anything else there is the form that connects. */
export function ReplaceDialog({ kind, connections, onClose, onOther }: ReplaceDialogProps) {
  const status = kind === null ? null : connections[kind];
  const words = kind === null ? null : kindWords[kind];
  return (
    <Dialog
      open={kind !== null}
      onOpenChange={(next) => !next && onClose()}
      returnTo={kind === null ? undefined : headingIdOf(kind)}
      title={words === null ? '' : `Replace ${words.secretTitle}`}
    >
      {kind !== null && status !== null && (status.state === 'connected' || status.state === 'failing') && (
        <SecretForm kind={kind} status={status} onClose={onClose} onOther={() => onOther(kind)} />
      )}
    </Dialog>
  );
}

interface SecretFormProps {
  kind: ConnectionKind;
  status: Connected;
  onClose: () => void;
  onOther: () => void;
}

function SecretForm({ kind, status: { id, revision, shown }, onClose, onOther }: SecretFormProps) {
  const api = useApi();
  const changed = useConnectionsChanged();
  const [login, setLogin] = useState(emptyLogin);
  const [secret, setSecret] = useState('');
  const isPhone = kind === 'phone';
  const keySid = shown.kind === 'phone' ? (shown.apiKeySid ?? null) : null;
  const [chosen, setChosen] = useState<KeyChange>('keep');
  const keyChange = keySid === null ? (login.withKey ? 'replace' : 'keep') : chosen;
  const { secret: word } = kindWords[kind];
  const body = isPhone ? { revision, secrets: changedSecretsOf(login, keyChange) } : { revision, secret };
  const { element, errors, hasNone } = useMistakes(isPhone ? changePhoneBody : replaceSecretBody, body);
  const { failure, clearFailure, onFailed } = useFailure();
  const { busy, send } = useSend({
    name: 'replace-secret',
    act: () => {
      clearFailure();
      const route = isPhone ? connectionRoutes.changePhone : connectionRoutes.replaceSecret;
      return api.send(route, { params: { id }, body });
    },
    onDone: async (answer) => {
      await changed(answer);
      toast.success('Replaced. It takes effect at once.');
      onClose();
    },
    onFailed,
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (hasNone()) send();
  }

  return (
    <form ref={element} noValidate onSubmit={submit} className="grid gap-5">
      <p className="wrap-anywhere text-ink-2">
        {`For ${shownLine(shown)}. It takes effect at once, on every server. Calls that are up go on.`}
      </p>
      {isPhone ? (
        <LoginFields
          typed={login}
          errors={withoutPrefix(errors)}
          withAccount={false}
          onChange={(next) => setLogin((given) => ({ ...given, ...next }))}
          keyChoice={
            keySid !== null && (
              <ChoiceField
                label={`API key ${shortAccount(keySid)} is in use`}
                columns={3}
                value={chosen}
                onValueChange={(change) => {
                  setChosen(change);
                  setLogin((given) => ({ ...given, withKey: change === 'replace' }));
                }}
                choices={[
                  { value: 'keep', label: 'Keep it' },
                  { value: 'replace', label: 'Another key' },
                  { value: 'remove', label: 'Remove it' },
                ]}
              />
            )
          }
        />
      ) : (
        <SecretField
          label={`New ${word} *`}
          data-autofocus
          error={errors.get('secret')}
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
        />
      )}
      {failure !== null && <FailureBox failure={failure} />}
      <DialogActions>
        <Button className="sm:mr-auto" onClick={onOther}>
          {isPhone ? 'Another Account Instead' : 'Another One Instead'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy}>
          Replace
        </Button>
      </DialogActions>
    </form>
  );
}

/** The fields of the login know their names without the group that they are sent in. */
function withoutPrefix(errors: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...errors].map(([name, sentence]) => [name.replace(/^secrets\./, ''), sentence]));
}
