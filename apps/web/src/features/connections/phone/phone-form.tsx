import { connectionRoutes, phoneCredentials } from '@parley/contract';
import { type SubmitEvent, useEffect, useState } from 'react';
import { flatDraft, useDraft } from '../../../lib/drafts.ts';
import { type PhoneCheck, parsePhoneCheck } from '../../../lib/parsing/connections.ts';
import { useCalling } from '../../../lib/use-calling.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { type ConnectFormProps, connectDraftName } from '../connect-form-props.ts';
import { FailureBox } from '../failure-box.tsx';
import { RestoreOffer } from '../restore-offer.tsx';
import { useCheck } from '../use-check.ts';
import { useMistakes } from '../use-mistakes.ts';
import { AccountFacts } from './account-facts.tsx';
import { ChosenForm } from './chosen-form.tsx';
import { LoginFields } from './login-fields.tsx';
import { credentialsOf, emptyLogin, type TypedLogin } from './phone-draft.ts';

/** Two steps: the login, which is checked with the carrier, and what to use of the account. */
export function PhoneForm({ connections, onDirtyChange, onCancel, onConnected }: ConnectFormProps) {
  const [typed, setTyped] = useState(emptyLogin);
  const [account, setAccount] = useState<PhoneCheck | null>(null);
  const country = useCalling().data?.country ?? null;
  const draft = useDraft({
    form: connectDraftName('phone'),
    value: typed === emptyLogin ? null : { ...typed, authToken: '', keySecret: '' },
    parse: flatDraft(emptyLogin),
    busy: false,
    onDirtyChange,
  });
  const isReady = account !== null && account.problem === null;
  return (
    <div className="grid gap-5">
      <p className="text-ink-3 text-sm">
        {isReady ? 'Step 2 of 2: what to use' : 'Step 1 of 2: the account'}
      </p>
      {draft.offered !== null && !isReady && (
        <RestoreOffer
          onRestore={() => {
            if (draft.offered !== null) setTyped(draft.offered);
            draft.dismiss();
          }}
        />
      )}
      {isReady ? (
        <ChosenForm
          credentials={credentialsOf(typed)}
          found={account}
          status={connections.phone}
          country={country}
          onBack={() => setAccount(null)}
          onConnected={onConnected}
        />
      ) : (
        <LoginForm typed={typed} onType={setTyped} onFound={setAccount} onCancel={onCancel} />
      )}
    </div>
  );
}

interface LoginFormProps {
  typed: TypedLogin;
  onType: (typed: TypedLogin) => void;
  onFound: (account: PhoneCheck) => void;
  onCancel: () => void;
}

function LoginForm({ typed, onType, onFound, onCancel }: LoginFormProps) {
  const { busy, check, result, failure, clear } = useCheck({
    route: connectionRoutes.checkPhone,
    parse: parsePhoneCheck,
    onResult: (found) => found.problem === null && onFound(found),
  });
  const credentials = credentialsOf(typed);
  const { element, errors, hasNone } = useMistakes(phoneCredentials, credentials);

  useEffect(() => element.current?.querySelector<HTMLElement>('input')?.focus(), [element]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!busy && hasNone()) check(credentials);
  }

  const problem = failure ?? result?.problem ?? null;
  return (
    <form ref={element} noValidate onSubmit={submit} className="grid gap-5">
      <LoginFields
        typed={typed}
        errors={errors}
        withAccount
        onChange={(next) => {
          clear();
          onType({ ...typed, ...next });
        }}
      />
      {result !== null && result.account !== null && <AccountFacts account={result.account} />}
      {problem !== null && <FailureBox failure={problem} />}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Asking Twilio...' : 'Check the Account'}
        </Button>
      </DialogActions>
    </form>
  );
}
