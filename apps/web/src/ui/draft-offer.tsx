import type { ReactNode } from 'react';
import { AlertBox } from './alert-box.tsx';
import { Button } from './button.tsx';

/** The form opens empty and offers the draft of an earlier visit. */
export function DraftOffer({ onRestore, children }: { onRestore: () => void; children?: ReactNode }) {
  return (
    <AlertBox tone="grey" action={<Button onClick={onRestore}>Restore What You Typed</Button>}>
      This form was left before it was sent. {children}
    </AlertBox>
  );
}
