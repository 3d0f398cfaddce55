import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';

interface RemovableRowProps {
  /** Names the row for the button that removes it. */
  name: string;
  /** Null for those who may not change it. */
  onRemove: (() => void) | null;
  children: ReactNode;
}

/** The fields of one item of a list, with a button that removes it. */
export function RemovableRow({ name, onRemove, children }: RemovableRowProps) {
  return (
    <li className="relative flex items-start gap-2">
      <div className="min-w-0 flex-1">{children}</div>
      {onRemove !== null && (
        <IconButton
          icon={Trash2}
          label={`Remove ${name}`}
          className="max-sm:absolute max-sm:-top-2 max-sm:right-0 sm:mt-6.5"
          onClick={onRemove}
        />
      )}
    </li>
  );
}

export function AddButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Button className="justify-self-start" onClick={onClick}>
      <Plus aria-hidden="true" className="size-4" />
      {children}
    </Button>
  );
}
