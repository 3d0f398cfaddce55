import { useEffect, useRef } from 'react';
import { Toaster } from 'sonner';
import { useDarkMode } from '../lib/theme.ts';
import { keepToastsOutOfTabOrder } from './toast-focus.ts';

/** Announced as they appear. Alt+T moves the focus to them; give a toast with a button a long `duration`. */
export function Toasts() {
  const [dark] = useDarkMode();
  const section = useRef<HTMLElement>(null);
  useEffect(() => (section.current === null ? undefined : keepToastsOutOfTabOrder(section.current)), []);
  return (
    <Toaster
      ref={section}
      theme={dark ? 'dark' : 'light'}
      duration={4000}
      visibleToasts={3}
      gap={14}
      position="bottom-right"
      toastOptions={{
        classNames: {
          success: '[&_[data-icon]]:text-green',
          error: '[&_[data-icon]]:text-red',
          description: 'text-ink-2!',
        },
      }}
      style={
        {
          '--width': '356px',
          '--normal-bg': 'var(--surface)',
          '--normal-text': 'var(--ink)',
          '--normal-border': 'var(--line)',
          '--border-radius': '6px',
          fontFamily: 'inherit',
        } as React.CSSProperties
      }
    />
  );
}
