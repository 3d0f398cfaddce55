import type { ReactNode } from 'react';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { FailureBox } from './failure-box.tsx';
import type { ConnectForm } from './use-connect-form.ts';

interface ConnectFormEndProps {
  form: Pick<ConnectForm<never, unknown>, 'busy' | 'testing' | 'test' | 'failure'>;
  /** What was found, when it works; null: not tried. */
  found: ReactNode;
  testLabel?: string;
  connectLabel: string;
  onCancel: () => void;
}

/** The end of every form that connects: what a test has found, and the buttons. */
export function ConnectFormEnd({
  form,
  found,
  testLabel = 'Test',
  connectLabel,
  onCancel,
}: ConnectFormEndProps) {
  return (
    <>
      {form.failure !== null ? (
        <FailureBox failure={form.failure} />
      ) : (
        found !== null && <AlertBox tone="green">{found}</AlertBox>
      )}
      <DialogActions>
        <Button className="sm:mr-auto" onClick={onCancel}>
          Cancel
        </Button>
        <Button busy={form.testing} disabled={form.busy} onClick={form.test}>
          {form.testing ? 'Testing...' : testLabel}
        </Button>
        <Button type="submit" look="primary" busy={form.busy}>
          {form.busy ? 'Connecting...' : connectLabel}
        </Button>
      </DialogActions>
    </>
  );
}
