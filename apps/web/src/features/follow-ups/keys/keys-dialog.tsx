import { Dialog } from '../../../ui/dialog.tsx';
import { inboxKeys } from './inbox-keys.ts';

const shown: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑' };

/** The sheet of keys. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Keys">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        {inboxKeys.map(({ keys, act, text }) => (
          <div key={act} className="contents">
            <dt className="flex justify-end gap-1">
              {keys.map((key) => (
                <Key key={key}>{shown[key] ?? key}</Key>
              ))}
            </dt>
            <dd className="text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-box border border-control bg-surface px-1 font-sans text-ink-2 text-xs">
      {children}
    </kbd>
  );
}
