import { Check, Copy, Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  onStored: () => unknown;
}

/** Shown once, and closed only by somebody who says that they are kept elsewhere. */
export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  const [isStored, setStored] = useState(false);
  const [copied, setCopied] = useState(false);
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  return (
    <div className="grid gap-4">
      <p ref={heading} tabIndex={-1} className="focus:outline-none">
        Keep these where you find them without your phone. Each signs you in once in place of a code. They are
        not shown again.
      </p>
      <ul className="grid gap-x-6 gap-y-1.5 rounded-box border bg-sunken p-4 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="tabular-nums">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() => {
            // Denied by the browser: the text can still be selected.
            void navigator.clipboard
              ?.writeText(text)
              .then(() => setCopied(true))
              .catch(() => {});
          }}
        >
          {copied ? (
            <Check aria-hidden="true" className="size-4" />
          ) : (
            <Copy aria-hidden="true" className="size-4" />
          )}
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button asChild>
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(fileText(text))}`}
            download="parley-recovery-codes.txt"
          >
            <Download aria-hidden="true" className="size-4" />
            Download
          </a>
        </Button>
      </div>
      <Checkbox label="I have stored these codes" checked={isStored} onCheckedChange={setStored} />
      <DialogActions>
        <Button look="primary" disabled={!isStored} onClick={() => void onStored()}>
          Done
        </Button>
      </DialogActions>
    </div>
  );
}

function fileText(codes: string): string {
  return `Recovery codes for Parley (${window.location.host})\nEach works once.\n\n${codes}\n`;
}
