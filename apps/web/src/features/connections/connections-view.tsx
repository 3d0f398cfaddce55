import {
  type ConnectionKind,
  type ConnectionStatus,
  type Connections,
  connectionKinds,
} from '@parley/contract';
import { useState } from 'react';
import { useAddressParam } from '../../lib/use-address-param.ts';
import { useRetry } from '../../lib/use-send.ts';
import { LoadStateCard } from '../../ui/load-state.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import type { CardDialog } from './kinds.ts';
import { LimitsDialog } from './phone/limits-dialog.tsx';
import { NumbersDialog } from './phone/numbers-dialog.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { useConnections } from './use-connections.ts';

interface ConnectionsViewProps {
  /** Leads back to where somebody came from to connect something; null: they did not. */
  onReturn: (() => void) | null;
}

export function ConnectionsView({ onReturn }: ConnectionsViewProps) {
  const query = useConnections();
  const retry = useRetry(query.refetch);
  if (query.data !== undefined) return <Cards connections={query.data} onReturn={onReturn} />;
  return (
    <LoadStateCard
      query={query}
      onRetry={retry.send}
      loading="Loading connections..."
      failed="Failed to load connections"
    />
  );
}

function Cards({ connections, onReturn }: ConnectionsViewProps & { connections: Connections }) {
  const [card, setCard] = useAddressParam('card');
  const [open, setOpen] = useState<{ kind: ConnectionKind; dialog: CardDialog } | null>(null);
  const wanted = connectionKinds.find((kind) => kind === card) ?? null;
  const connecting = wanted !== null && connections.mayChange[wanted] === 'yes' ? wanted : null;
  const close = () => setOpen(null);
  const isNumbersCard = card === 'numbers' && isConnected(connections.phone);
  const closeNumbers = () => {
    if (onReturn !== null) return onReturn();
    close();
    if (isNumbersCard) setCard('');
  };
  function connected(kind: ConnectionKind): void {
    // Where calls to its numbers go is asked next.
    if (kind === 'phone') setOpen({ kind, dialog: 'numbers' });
    if (kind !== 'phone' && onReturn !== null) onReturn();
    else setCard('');
  }
  const shown = (dialog: CardDialog) => (open?.dialog === dialog ? open.kind : null);
  return (
    <>
      <ul aria-label="Connections" className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        {connectionKinds.map((kind) => (
          <ConnectionCard
            key={kind}
            kind={kind}
            status={connections[kind]}
            mayChange={connections.mayChange[kind]}
            onConnect={() => setCard(kind)}
            onOpen={(dialog) => setOpen({ kind, dialog })}
          />
        ))}
      </ul>
      <ConnectDialog
        kind={connecting}
        connections={connections}
        onClose={() => setCard('')}
        onConnected={connected}
      />
      <ReplaceDialog
        kind={shown('replace')}
        connections={connections}
        onClose={close}
        onOther={(kind) => {
          close();
          setCard(kind);
        }}
      />
      <DisconnectDialog kind={shown('disconnect')} connections={connections} onClose={close} />
      <NumbersDialog
        open={shown('numbers') === 'phone' || isNumbersCard}
        connections={connections}
        onClose={closeNumbers}
        onAddress={() => {
          close();
          setCard('address');
        }}
      />
      <LimitsDialog open={shown('limits') === 'phone'} status={connections.phone} onClose={close} />
    </>
  );
}

function isConnected({ state }: ConnectionStatus): boolean {
  return state === 'connected' || state === 'failing';
}
