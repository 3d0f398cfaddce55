import { consentRoutes, type SalesRegistry } from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useSend } from '../../lib/use-send.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { numberText } from '../../ui/number-text.ts';
import { Question } from '../../ui/question.tsx';
import { useConsentChanged } from './use-consent.ts';

interface RemoveRegistryDialogProps {
  /** Null while it is closed. */
  registry: SalesRegistry | null;
  onClose: () => void;
}

/** Sales calls stop with it: it says so before. */
export function RemoveRegistryDialog({ registry, onClose }: RemoveRegistryDialogProps) {
  return (
    <Dialog open={registry !== null} onOpenChange={(next) => !next && onClose()} title="Remove Register">
      {registry !== null && <RemoveQuestion registry={registry} onClose={onClose} />}
    </Dialog>
  );
}

function RemoveQuestion({ registry, onClose }: RemoveRegistryDialogProps & { registry: SalesRegistry }) {
  const api = useApi();
  const changed = useConsentChanged();
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'remove-registry',
    once: true,
    act: () => {
      setFailure(null);
      return api.send(consentRoutes.removeRegistry);
    },
    onDone: async () => {
      toast.success('Register removed');
      await changed();
      onClose();
    },
    onFailed: (error) => setFailure(sentenceOf(error)),
  });
  return (
    <Question
      {...{ action: 'Remove Register', doing: 'Removing...', failed: 'Failed to remove the register', busy }}
      error={failure}
      holds
      onConfirm={() => send()}
      onCancel={onClose}
    >
      <p className="wrap-anywhere">
        {'Remove the register of '}
        <strong>{registry.fileName}</strong>
        {` with ${numberText(registry.numbers)} ${registry.numbers === 1 ? 'number' : 'numbers'}? Nobody is called for sales until another one is imported.`}
      </p>
    </Question>
  );
}
