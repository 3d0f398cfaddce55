import { type ConnectionKind, changePhoneBody, connectionRoutes, replaceSecretBody } from '@parley/contract';
import { type SubmitEvent, useEffect, useState } from 'react';
import type { Connections } from '../../lib/parsing/connections.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { FailureBox } from './failure-box.tsx';
import { type Connected, headingIdOf, isConnected, kindWords, shortAccount, shownLine } from './kinds.ts';
import { LoginFields } from './phone/login-fields.tsx';
import { changedSecretsOf, emptyLogin, type KeyChange } from './phone/phone-draft.ts';
import { useChange } from './use-change.ts';
import { useMistakes } from './use-mistakes.ts';

interface ReplaceDialogProps {
  /** Null while it is closed. */
  kind: ConnectionKind | null;
  connections: Connections;
  onClose: () => void;
  /** Another account, model or server instead. */
  onOther: (kind: ConnectionKind) => void;
}

/** A new secret for the same connection; for anything else there is the form that connects. */
export function ReplaceDialog({ kind, connections, onClose, onOther }: ReplaceDialogProps) {
  const status = kind === null ? null : connections[kind];
  const words = kind === null ? null : kindWords[kind];
  return (
    <FormDialog
      open={kind !== null}
      title={words === null ? '' : `Replace ${words.secretTitle}`}
      returnTo={kind === null ? undefined : headingIdOf(kind)}
      onClose={onClose}
      onDiscard={onClose}
    >
      {(onDirtyChange) =>
        kind !== null &&
        status !== null &&
        isConnected(status) && (
          <SecretForm
            kind={kind}
            status={status}
            onDirtyChange={onDirtyChange}
            onClose={onClose}
            onOther={() => onOther(kind)}
          />
        )
      }
    </FormDialog>
  );
}

interface SecretFormProps {
  kind: ConnectionKind;
  status: Connected;
  onDirtyChange: (dirty: boolean) => void;
  onClose: () => void;
  onOther: () => void;
}

function SecretForm({ kind, status, onDirtyChange, onClose, onOther }: SecretFormProps) {
  const { id, revision, shown } = status;
  const [login, setLogin] = useState(emptyLogin);
  const [secret, setSecret] = useState('');
  const isPhone = kind === 'phone';
  const keySid = shown.kind === 'phone' ? (shown.apiKeySid ?? null) : null;
  const [chosen, setChosen] = useState<KeyChange>('keep');
  const keyChange = keySid === null ? (login.withKey ? 'replace' : 'keep') : chosen;
  const { secret: word } = kindWords[kind];
  const body = isPhone ? { revision, secrets: changedSecretsOf(login, keyChange) } : { revision, secret };
  const { element, errors, hasNone } = useMistakes(isPhone ? changePhoneBody : replaceSecretBody, body);
  const { busy, change, failure } = useChange({
    name: 'replace-secret',
    route: isPhone ? connectionRoutes.changePhone : connectionRoutes.replaceSecret,
    done: 'Replaced. It takes effect at once.',
    onDone: onClose,
  });
  const dirty = !busy && (secret !== '' || login !== emptyLogin || chosen !== 'keep');
  useEffect(() => onDirtyChange(dirty), [dirty, onDirtyChange]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!busy && hasNone()) change({ params: { id }, body });
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
