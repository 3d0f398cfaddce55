import type { ReactNode } from 'react';
import { AlertBox } from './alert-box.tsx';
import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';

interface QuestionProps {
  /** What it does. */
  children: ReactNode;
  /** On the button. */
  action: string;
  /** On the button while it is sent. */
  doing: string;
  look?: 'danger' | 'primary';
  busy: boolean;
  /** Why it was not done; null where it was not tried. */
  error: string | null;
  /** Above the reason. */
  failed?: string;
  /** Cancel does nothing while it is sent. */
  holds?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Inside a dialog: asks before something is done that cannot be taken back lightly. */
export function Question({ children, action, doing, busy, error, failed, ...rest }: QuestionProps) {
  const { look = 'danger', holds = false, onConfirm, onCancel } = rest;
  return (
    <div className="grid gap-4">
      {children}
      {error !== null && <AlertBox {...(failed !== undefined && { title: failed })}>{error}</AlertBox>}
      <DialogActions>
        <Button disabled={holds && busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button look={look} busy={busy} onClick={onConfirm}>
          {busy ? doing : action}
        </Button>
      </DialogActions>
    </div>
  );
}
