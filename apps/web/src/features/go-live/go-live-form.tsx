import { callingRoutes } from '@parley/contract';
import { type SubmitEvent, useId, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import type { GoLiveState } from '../../lib/parsing/connections.ts';
import { useSend } from '../../lib/use-send.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { leftText } from './left-text.ts';
import { useSideChanged } from './use-go-live.ts';

interface GoLiveFormProps {
  state: GoLiveState;
  /** How many checks are in the way. */
  left: number;
  /** The form will be gone. */
  onSwitched: () => void;
}

/** The third thing that a person says: real calls, confirmed with the name of the organization. */
export function GoLiveForm({ state: { revision, organizationName }, left, onSwitched }: GoLiveFormProps) {
  const titleId = useId();
  const api = useApi();
  const changed = useSideChanged();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const { busy, send } = useSend({
    name: 'go-live',
    act: () => {
      setError(null);
      return api.send(callingRoutes.goLive, { body: { confirmation: typed, revision } });
    },
    onDone: async (answer) => {
      onSwitched();
      await changed(answer);
      toast.success('Calls are real from now on');
    },
    onFailed: (failure) => {
      // Something has changed since the page was loaded: it is shown again.
      if (failure instanceof ApiError && failure.status === 409) void changed();
      setError(sentenceOf(failure));
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const isWrong = typed.trim() !== organizationName.trim();
    setWrong(isWrong);
    if (isWrong) event.currentTarget.querySelector('input')?.focus();
    else send();
  }

  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        title="Make Real Calls"
        titleId={titleId}
        subtitle="From then on your agents call real people, and every call costs money. The sandbox stays for trying."
      />
      <CardBody>
        <form noValidate onSubmit={submit} className="grid gap-4">
          <TextField
            label={`Type ${organizationName} to confirm`}
            autoComplete="off"
            spellCheck={false}
            disabled={left > 0}
            error={wrong ? `Type ${organizationName}, as it is written here.` : null}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setWrong(false);
              setError(null);
            }}
          />
          {error !== null && <AlertBox>{error}</AlertBox>}
          <Button type="submit" look="primary" busy={busy} disabled={left > 0}>
            {busy ? 'Switching...' : 'Make Real Calls'}
          </Button>
          {left > 0 && <p className="text-ink-3 text-sm">{leftText(left)}</p>}
        </form>
      </CardBody>
    </Card>
  );
}
