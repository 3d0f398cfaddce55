import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { Status } from '../../../ui/status-dot.tsx';
import { account } from './account-client.ts';
import { ProveDialog } from './prove-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorSetUp } from './second-factor-set-up.tsx';

type Opened = 'set-up' | 'new-codes' | 'remove' | null;

export function SecondFactorCard() {
  const query = useQuery({ queryKey: queryKeys.secondFactor, queryFn: () => account.secondFactor() });
  const retry = useRetry(query.refetch);
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isConfirmed, setConfirmed] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.secondFactor });
  const close = () => setOpened(null);
  const { data } = query;
  return (
    <Card aria-labelledby="second-factor-title">
      <CardHeader
        title="Second Factor"
        titleId="second-factor-title"
        subtitle="A code from an app on your phone, asked for after your password"
      />
      <CardBody>
        {data === undefined ? (
          <LoadState
            query={query}
            onRetry={() => retry.send()}
            loading="Loading..."
            failed="The state of your second factor could not be loaded"
            compact
          />
        ) : data.since === null ? (
          <div className="grid justify-items-start gap-3">
            <Status tone="grey">Off</Status>
            <p className="text-ink-2">
              {data.required
                ? 'Your organization requires one.'
                : 'Whoever finds out your password can sign in as you. With a second factor they need your phone too.'}
            </p>
            <Button look="primary" onClick={() => setOpened('set-up')}>
              Set Up
            </Button>
          </div>
        ) : (
          <div className="grid justify-items-start gap-3">
            <Status tone="green">
              On since <Instant at={data.since} />
            </Status>
            <RecoveryCodesLeft left={data.recoveryCodesLeft} />
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => setOpened('new-codes')}>New Recovery Codes</Button>
              <Button onClick={() => setOpened('remove')}>Switch Off</Button>
            </div>
          </div>
        )}
      </CardBody>
      <Dialog
        open={opened === 'set-up'}
        closable={!isConfirmed}
        // The recovery codes are shown once: from then on only the button closes it.
        onOpenChange={(open) => !open && !isConfirmed && close()}
        title="Set Up a Second Factor"
      >
        <SecondFactorSetUp
          onConfirmed={() => setConfirmed(true)}
          onDone={async () => {
            await refresh();
            setConfirmed(false);
            close();
          }}
        />
      </Dialog>
      <ProveDialog
        open={opened === 'new-codes'}
        name="new-recovery-codes"
        title="New Recovery Codes"
        description="The earlier ones stop working."
        label="Make New Codes"
        busyLabel="Making codes..."
        act={account.replaceRecoveryCodes}
        onDone={(made) => {
          setCodes(made);
          void refresh();
        }}
        onClose={close}
      />
      <ProveDialog
        open={opened === 'remove'}
        name="switch-off-second-factor"
        title="Switch Off the Second Factor"
        description={
          data?.required
            ? 'Your organization requires one: you will be asked to set it up again at once.'
            : 'From then on your password alone signs you in.'
        }
        label="Switch Off"
        busyLabel="Switching off..."
        danger
        act={account.remove}
        onDone={() => {
          toast.success('The second factor is off');
          void refresh();
        }}
        onClose={close}
      />
      <Dialog
        open={codes !== null}
        closable={false}
        // They are shown once: only the button closes it.
        onOpenChange={() => {}}
        title="Your New Recovery Codes"
      >
        {codes !== null && <RecoveryCodes codes={codes} onStored={() => setCodes(null)} />}
      </Dialog>
    </Card>
  );
}

function RecoveryCodesLeft({ left }: { left: number }) {
  if (left > 3) return <p className="text-ink-2">{left} recovery codes are left.</p>;
  return (
    <p className="text-amber">
      {left === 0
        ? 'No recovery code is'
        : left === 1
          ? 'One recovery code is'
          : `${left} recovery codes are`}{' '}
      left. Make new ones, or you cannot sign in when your phone is lost.
    </p>
  );
}
