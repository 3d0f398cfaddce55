import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { externalAddress } from './link-address.ts';

/**
 * A link written by a model, possibly on behalf of a caller. It does not look like a link of the app: it shows its
 * destination, and opens after a confirmation. Anything but an external address is plain text.
 */
export function UntrustedLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const [asking, setAsking] = useState(false);
  const address = externalAddress(href);
  if (address === null) return <>{children}</>;
  return (
    <>
      <button
        type="button"
        onClick={() => setAsking(true)}
        className="wrap-anywhere cursor-pointer rounded-box text-left underline decoration-dotted underline-offset-4"
      >
        {children}
      </button>{' '}
      <span className="wrap-anywhere text-ink-3 text-sm">({address.destination})</span>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Leave Parley?"
        description="This link was written by the model that summed up the call, not by Parley. It leads to:"
      >
        <p className="wrap-anywhere mb-3 rounded-box bg-sunken px-3 py-2 font-mono text-sm">{address.url}</p>
        <DialogActions>
          <Button data-autofocus onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button asChild look="primary">
            <a
              href={address.url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              onClick={() => setAsking(false)}
            >
              <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
              <span className="truncate">Open {address.destination}</span>
            </a>
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
