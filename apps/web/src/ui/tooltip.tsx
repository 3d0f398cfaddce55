import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

/** Additional text for a focusable element, on hover and focus. Never the only place of an information. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={4}
            collisionPadding={8}
            className="z-50 max-w-xs animate-pop rounded-box bg-ink px-2 py-1 text-paper text-xs"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
