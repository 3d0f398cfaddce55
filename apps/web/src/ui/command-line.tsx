import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './icon-button.tsx';

interface CommandLineProps {
  /** What the command is for, as a name for its button. */
  label: string;
  children: string;
}

/** A text to be used elsewhere, such as a command or an address, with a button that copies it. */
export function CommandLine({ label, children }: CommandLineProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <div className="flex items-start gap-1 rounded-box border bg-sunken pl-3">
      <code className="wrap-anywhere min-w-0 flex-1 py-2 text-sm">{children}</code>
      <IconButton
        icon={copied ? Check : Copy}
        label={copied ? 'Copied' : `Copy the ${label}`}
        onClick={() => {
          // Denied by the browser: the text can still be selected.
          void navigator.clipboard
            ?.writeText(children)
            .then(() => setCopied(true))
            .catch(() => {});
        }}
      />
    </div>
  );
}
