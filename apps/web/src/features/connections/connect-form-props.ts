import type { ConnectionKind } from '@parley/contract';
import type { Connections } from '../../lib/parsing/connections.ts';

/** Of the form in the dialog that connects. */
export interface ConnectFormProps {
  connections: Connections;
  onDirtyChange: (dirty: boolean) => void;
  /** What was typed is forgotten. */
  onCancel: () => void;
  onConnected: () => void;
}

/** Of what was typed to connect; secrets are not in it. */
export const connectDraftName = (kind: ConnectionKind) => `connect:${kind}`;
