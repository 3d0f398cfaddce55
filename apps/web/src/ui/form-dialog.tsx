import { type ReactNode, useRef, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { DiscardQuestion } from './discard-question.tsx';

interface FormDialogProps {
  open: boolean;
  title: string;
  wide?: boolean;
  /** Closed with nothing to lose, or while what was typed is on its way. */
  onClose: () => void;
  /** Closed after the question: what was typed is not wanted any more. */
  onDiscard: () => void;
  /** The form tells by `onWork` whether closing would lose something. Its own Cancel asks nothing. */
  children: (onWork: (work: boolean) => void) => ReactNode;
}

/** A dialog around something that people type into: Esc, the scrim and the cross ask before work is lost. */
export function FormDialog({ open, title, wide = false, onClose, onDiscard, children }: FormDialogProps) {
  const work = useRef(false);
  const [onWork] = useState(() => (next: boolean) => {
    work.current = next;
  });
  const [asking, setAsking] = useState(false);

  function close(): void {
    if (work.current) setAsking(true);
    else onClose();
  }

  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()} title={title} wide={wide}>
      {children(onWork)}
      <DiscardQuestion
        open={asking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false);
          work.current = false;
          onDiscard();
        }}
      />
    </Dialog>
  );
}
