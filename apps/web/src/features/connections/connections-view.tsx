import { type ConnectionKind, connectionKinds } from '@parley/contract';
import { useState } from 'react';
import type { Connections } from '../../lib/parsing/connections.ts';
import { useAddressParam } from '../../lib/use-address-param.ts';
import { useRetry } from '../../lib/use-send.ts';
import { LoadStateCard } from '../../ui/load-state.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { type CardDialog, hasModel, isConnected } from './kinds.ts';
import { ModelNameDialog } from './model/model-name-dialog.tsx';
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

interface OpenDialog {
  kind: ConnectionKind;
  dialog: CardDialog;
  /** Closing it leads back to where somebody came from. */
  leadsBack: boolean;
}

function Cards({ connections, onReturn }: ConnectionsViewProps & { connections: Connections }) {
  const [card, setCard] = useAddressParam('card');
  const [pressed, setPressed] = useState<OpenDialog | null>(null);
  const wanted = connectionKinds.find((kind) => kind === card) ?? null;
  const connecting = wanted !== null && connections.mayChange[wanted] === 'yes' ? wanted : null;
  const ofPhone = isConnected(connections.phone)
    ? (['numbers', 'limits'] as const).find((dialog) => dialog === card)
    : undefined;
  const open =
    pressed ?? (ofPhone === undefined ? null : { kind: 'phone', dialog: ofPhone, leadsBack: true });
  function close(): void {
    if (open?.leadsBack === true && onReturn !== null) {
      onReturn();
    } else {
      setPressed(null);
      if (ofPhone !== undefined) setCard('');
    }
  }
  function connected(kind: ConnectionKind): void {
    // Where calls to its numbers go is asked next.
    if (kind === 'phone') setPressed({ kind, dialog: 'numbers', leadsBack: true });
    if (kind !== 'phone' && onReturn !== null) onReturn();
    else setCard('');
  }
  function connectInstead(kind: ConnectionKind): void {
    setPressed(null);
    setCard(kind);
  }
  const shown = (dialog: CardDialog) => (open?.dialog === dialog ? open.kind : null);
  const renamed = shown('model-name');
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
            onOpen={(dialog) => setPressed({ kind, dialog, leadsBack: false })}
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
        onOther={connectInstead}
      />
      <ModelNameDialog
        kind={renamed !== null && hasModel(renamed) ? renamed : null}
        connections={connections}
        onClose={close}
      />
      <DisconnectDialog kind={shown('disconnect')} connections={connections} onClose={close} />
      <NumbersDialog
        open={shown('numbers') === 'phone'}
        connections={connections}
        onClose={close}
        onAddress={() => connectInstead('address')}
      />
      <LimitsDialog open={shown('limits') === 'phone'} status={connections.phone} onClose={close} />
    </>
  );
}
