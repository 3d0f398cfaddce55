import { type ReactNode, useRef, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { DiscardQuestion } from './discard-question.tsx';

interface FormDialogProps {
  open: boolean;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  returnTo?: string | undefined;
  /** Closed without unsaved input, or while it is being sent. */
  onClose: () => void;
  /** Closed after the question: the input is discarded. */
  onDiscard: () => void;
  /** The form reports with `onDirtyChange` whether it has unsaved input. Its Cancel button closes without a question. */
  children: (onDirtyChange: (dirty: boolean) => void) => ReactNode;
}

/** A dialog around a form: Esc, a click outside and the close button ask before unsaved input is lost. */
export function FormDialog({
  open,
  title,
  description,
  wide = false,
  returnTo,
  onClose,
  onDiscard,
  children,
}: FormDialogProps) {
  const dirty = useRef(false);
  const [onDirtyChange] = useState(() => (next: boolean) => {
    dirty.current = next;
  });
  const [asking, setAsking] = useState(false);

  function close(): void {
    // The question listens for Esc only after it has the focus; until then the key arrives here.
    if (asking) setAsking(false);
    else if (dirty.current) setAsking(true);
    else onClose();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={title}
      description={description}
      wide={wide}
      returnTo={returnTo}
    >
      {children(onDirtyChange)}
      <DiscardQuestion
        open={asking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          dirty.current = false;
          onDiscard();
        }}
      />
    </Dialog>
  );
}
