import { type ReactNode, useEffect } from 'react';
import { AlertBox } from './alert-box.tsx';

interface NoPermissionProps {
  children: ReactNode;
  /** Of the dialog around it: a form that was here has saved its input as a draft, so closing loses nothing. */
  onDirtyChange?: ((dirty: boolean) => void) | undefined;
}

/** In a dialog whose form the user may no longer send. */
export function NoPermission({ children, onDirtyChange }: NoPermissionProps) {
  useEffect(() => onDirtyChange?.(false), [onDirtyChange]);
  return (
    <AlertBox tone="grey" title="No permission">
      {children}
    </AlertBox>
  );
}
