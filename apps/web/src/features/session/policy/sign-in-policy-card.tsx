import { idleChoices, type SignInPolicyResponse, signInPolicyRoutes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { parseSignInPolicy } from '../../../lib/parsing/sign-in-policy.ts';
import { useMay } from '../../../lib/permissions.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useRetry, useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { useSignInPolicy } from './use-sign-in-policy.ts';

/** What the organization decides about signing in, for whoever manages people. */
export function SignInPolicyCard() {
  const query = useSignInPolicy();
  const retry = useRetry(query.refetch);
  const { data } = query;
  // Outside of the form, which begins anew with what somebody else has saved.
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <Card aria-labelledby="sign-in-policy-title">
      <CardHeader
        title="Signing In"
        titleId="sign-in-policy-title"
        subtitle="For everybody in your organization"
      />
      <CardBody>
        {data === undefined ? (
          <LoadState
            query={query}
            onRetry={() => retry.send()}
            loading="Loading..."
            failed="The settings for signing in could not be loaded"
            compact
          />
        ) : data.managedBy === 'clerk' ? (
          <AlertBox tone="grey" title="Managed in Clerk">
            Second factors and the length of sessions are set in Clerk, which signs people in.
          </AlertBox>
        ) : (
          <>
            {failure !== null && <AlertBox className="mb-5">{failure}</AlertBox>}
            <PolicyForm key={data.revision} stored={data} onFailure={setFailure} />
          </>
        )}
      </CardBody>
    </Card>
  );
}

interface PolicyFormProps {
  stored: SignInPolicyResponse;
  /** Null: it is tried again. */
  onFailure: (sentence: string | null) => void;
}

function PolicyForm({ stored, onFailure }: PolicyFormProps) {
  const isPermitted = useMay()(signInPolicyRoutes.updateSignInPolicy.permission);
  const [policy, setPolicy] = useState(stored.policy);
  const api = useApi();
  const client = useQueryClient();
  const { busy, send } = useSend({
    name: 'save-sign-in-policy',
    act: () =>
      api.send(signInPolicyRoutes.updateSignInPolicy, { body: { revision: stored.revision, policy } }),
    onDone: async (body) => {
      const saved = parseSignInPolicy(body);
      if (saved === undefined) await client.invalidateQueries({ queryKey: queryKeys.signInPolicy });
      else client.setQueryData(queryKeys.signInPolicy, saved);
      toast.success('Settings saved');
    },
    onFailed: (error) => {
      onFailure(sentenceOf(error));
      void client.invalidateQueries({ queryKey: queryKeys.signInPolicy });
    },
  });
  const dirty =
    policy.secondFactorRequired !== stored.policy.secondFactorRequired ||
    policy.idleMinutes !== stored.policy.idleMinutes;
  return (
    <form
      className="grid max-w-xl gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onFailure(null);
        if (dirty) send();
      }}
    >
      <SwitchField
        label="Require a second factor"
        hint="Whoever has none is asked to set it up within a minute, and reaches nothing else before."
        checked={policy.secondFactorRequired}
        disabled={!isPermitted || busy}
        onCheckedChange={(secondFactorRequired) => setPolicy({ ...policy, secondFactorRequired })}
      />
      <NativeSelect
        label="Sign out when nobody uses Parley for"
        hint="A warning comes first, and nothing that was typed is lost."
        options={idleChoices.map((minutes) => ({ value: String(minutes), label: idleText(minutes) }))}
        value={String(policy.idleMinutes)}
        disabled={!isPermitted || busy}
        onValueChange={(minutes) => setPolicy({ ...policy, idleMinutes: Number(minutes) })}
      />
      {isPermitted && (
        <Button type="submit" look="primary" busy={busy} disabled={!dirty} className="justify-self-start">
          {busy ? 'Saving...' : 'Save'}
        </Button>
      )}
    </form>
  );
}

function idleText(minutes: number): string {
  if (minutes < 60) return `${minutes} minutes`;
  return minutes === 60 ? 'an hour' : `${minutes / 60} hours`;
}
