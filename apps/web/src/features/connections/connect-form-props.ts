import type { Connections } from '@parley/contract';

/**
 * Of the form in the dialog that connects. What is typed stays in the memory of the form: it is saved as no draft, because
 * it holds secrets.
 */
export interface ConnectFormProps {
  connections: Connections;
  onDirtyChange: (dirty: boolean) => void;
  onCancel: () => void;
  onConnected: () => void;
}
