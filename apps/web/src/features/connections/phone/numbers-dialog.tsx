import { connectionRoutes, type NumberOffer } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import { type Connections, parseNumberOffers } from '../../../lib/parsing/connections.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { headingIdOf, isConnected } from '../kinds.ts';
import { ChosenNumbersForm } from './chosen-numbers-form.tsx';
import { LinesForm } from './lines-form.tsx';

interface NumbersDialogProps {
  open: boolean;
  connections: Connections;
  onClose: () => void;
  /** Leads to the dialog of the public address. */
  onAddress: () => void;
}

/** Where calls to the numbers go, asked of the carrier now; taking a line over is a step of its own. */
export function NumbersDialog({ open, connections, onClose, onAddress }: NumbersDialogProps) {
  const { phone } = connections;
  return (
    <FormDialog
      open={open}
      title="Numbers"
      description="Where calls to your numbers go, as Twilio shows it now."
      wide
      returnTo={headingIdOf('phone')}
      onClose={onClose}
      onDiscard={onClose}
    >
      {(onDirtyChange) =>
        open &&
        isConnected(phone) &&
        phone.shown.kind === 'phone' && (
          <Numbers
            id={phone.id}
            revision={phone.revision}
            main={phone.shown.main}
            hasAddress={
              connections.address.state !== 'not-set' && connections.address.state !== 'disconnected'
            }
            onAddress={connections.mayChange.address === 'yes' ? onAddress : null}
            onDirtyChange={onDirtyChange}
            onClose={onClose}
          />
        )
      }
    </FormDialog>
  );
}

interface NumbersProps {
  id: string;
  revision: number;
  main: string | null;
  hasAddress: boolean;
  onAddress: (() => void) | null;
  onDirtyChange: (dirty: boolean) => void;
  onClose: () => void;
}

function Numbers({ id, revision, main, hasAddress, onAddress, onDirtyChange, onClose }: NumbersProps) {
  const api = useApi();
  const [choosing, setChoosing] = useState(false);
  const query = useQuery({
    queryKey: queryKeys.phoneNumbers(id),
    queryFn: ({ signal }): Promise<readonly NumberOffer[]> =>
      api.get(connectionRoutes.listPhoneNumbers, parseNumberOffers, { params: { id }, signal }),
    // Somebody may change them at the carrier at any time.
    staleTime: 0,
  });
  const retry = useRetry(query.refetch);
  if (query.data === undefined) {
    return (
      <LoadState
        query={query}
        onRetry={retry.send}
        loading="Asking Twilio for the numbers..."
        failed="Failed to load the numbers"
      />
    );
  }
  if (choosing) {
    return (
      <ChosenNumbersForm
        id={id}
        revision={revision}
        offers={query.data}
        main={main}
        onDirtyChange={onDirtyChange}
        onDone={() => setChoosing(false)}
      />
    );
  }
  return (
    <LinesForm
      id={id}
      offers={query.data.filter(({ claimed }) => claimed === 'here')}
      hasAddress={hasAddress}
      onAddress={onAddress}
      choose={<Button onClick={() => setChoosing(true)}>Choose Other Numbers</Button>}
      onClose={onClose}
    />
  );
}
