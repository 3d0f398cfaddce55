import { ChevronDown } from 'lucide-react';
import { Collapsible } from 'radix-ui';
import type { ReactNode } from 'react';

interface ArchivedCardsProps {
  count: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

export function ArchivedCards({ count, open, onOpenChange, children }: ArchivedCardsProps) {
  return (
    <Collapsible.Root open={open} onOpenChange={onOpenChange} className="grid gap-4 border-t pt-4">
      <Collapsible.Trigger className="group -ml-2 flex h-9 items-center gap-2 justify-self-start rounded-box px-2 font-medium text-ink-2 hover:bg-sunken hover:text-ink">
        <ChevronDown
          aria-hidden="true"
          className="size-4 transition-transform duration-100 group-data-[state=closed]:-rotate-90"
        />
        {`${count} archived`}
      </Collapsible.Trigger>
      <Collapsible.Content>
        <ul aria-label="Archived agents" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {children}
        </ul>
      </Collapsible.Content>
    </Collapsible.Root>
  );
}
