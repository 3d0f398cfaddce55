import { type ConnectionKind, connectionRoutes } from '@parley/contract';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { type Connections, type LeftLine, parseDisconnected } from '../../lib/parsing/connections.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureBox } from './failure-box.tsx';
import { type Connected, callCountPhrase, headingIdOf, isConnected, kindWords, shownLine } from './kinds.ts';
import { NotRestored } from './phone/not-restored.tsx';
import { useConnections, useConnectionsChanged } from './use-connections.ts';
import { useFailure } from './use-failure.ts';

interface DisconnectDialogProps {
  /** Null while it is closed. */
  kind: ConnectionKind | null;
  connections: Connections;
  onClose: () => void;
}

export function DisconnectDialog({ kind, connections, onClose }: DisconnectDialogProps) {
  // What could not be put back is shown until somebody has read it, when nothing is connected any more.
  const [left, setLeft] = useState<readonly LeftLine[]>([]);
  const status = kind === null ? null : connections[kind];
  const close = () => {
    setLeft([]);
    onClose();
  };
  return (
    <Dialog
      open={kind !== null}
      onOpenChange={(next) => !next && close()}
      returnTo={kind === null ? undefined : headingIdOf(kind)}
      title={kind === null ? '' : `Disconnect ${kindWords[kind].title}`}
    >
      {left.length > 0 ? (
        <NotRestored after="The account is disconnected" left={left} onClose={close} />
      ) : (
        kind !== null &&
        status !== null &&
        isConnected(status) && <Confirmation kind={kind} status={status} onClose={close} onLeft={setLeft} />
      )}
    </Dialog>
  );
}

interface ConfirmationProps {
  kind: ConnectionKind;
  status: Connected;
  onClose: () => void;
  onLeft: (left: readonly LeftLine[]) => void;
}

/** What happens without it. */
const consequences: Readonly<Record<ConnectionKind, string>> = {
  phone:
    'Calls that are up go on. New real calls are refused until you connect an account or go back to the sandbox. Lines that were taken over go back to where they went before.',
  address:
    'Calls that are up go on. New real calls are refused, because Twilio could not call back, until you set an address.',
  model:
    'Calls that are up go on with it. In the sandbox the scripted agent speaks; real calls are refused until you connect another model.',
  speech:
    'Calls that are up go on with it. Agents with the realtime engine make no real calls until you connect another service.',
  mail: 'No mail is sent until you connect another mail server.',
  storage:
    'New files are kept in the data folder of this server. Files that exist already stay where they are and can still be read.',
};

function Confirmation({ kind, status, onClose, onLeft }: ConfirmationProps) {
  const { id, revision, shown, callsUp = 0 } = status;
  const { refetch } = useConnections();
  const api = useApi();
  const changed = useConnectionsChanged();
  const { failure, clearFailure, onFailed } = useFailure();
  const { title } = kindWords[kind];
  const { busy, send } = useSend({
    name: 'disconnect',
    act: () => {
      clearFailure();
      return api.send(connectionRoutes.disconnect, { params: { id }, body: { revision } });
    },
    onDone: async (answer) => {
      const { notRestored } = parseDisconnected(answer);
      onLeft(notRestored);
      await changed(answer);
      if (notRestored.length > 0) return;
      toast.success(`${title} disconnected`);
      onClose();
    },
    onFailed,
  });
  // How many calls are up is asked again: the page may have been open for a while.
  useEffect(() => void refetch(), [refetch]);
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <p className="wrap-anywhere font-medium">{shownLine(shown)}</p>
        {callsUp > 0 && <p>{`${callCountPhrase(callsUp)} up with it now.`}</p>}
      </div>
      <p className="text-ink-2">{consequences[kind]}</p>
      {failure !== null && <FailureBox failure={failure} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" busy={busy} onClick={() => send()}>
          {busy ? 'Disconnecting...' : 'Disconnect'}
        </Button>
      </DialogActions>
    </div>
  );
}
