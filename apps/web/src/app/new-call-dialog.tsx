import { type ComponentType, useLayoutEffect, useRef } from 'react';
import { callDraftName } from '../features/calls/new-call/draft-name.ts';
import type { Prefill } from '../features/calls/new-call/prefill.ts';
import { useClearDraft } from '../lib/drafts.ts';
import { reloadOnStaleChunk } from '../lib/stale-chunks.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LoadingNote } from '../ui/spinner.tsx';
import type { NewCallProps } from './new-call.tsx';
import { useRetriedLoad } from './use-retried-load.ts';

let cached: ComponentType<NewCallProps> | null = null;
const loadForm = async () => {
  cached = (await import('./new-call.tsx')).NewCall;
  return cached;
};
const loadFormOrReload = () => reloadOnStaleChunk(loadForm);

/** Called on hover and focus of the button, so that the form is loaded before the click. */
export const preloadForm = () => void loadForm().catch(() => {});

interface NewCallDialogProps {
  open: boolean;
  /** What the form starts with; null: nothing. */
  prefill?: Prefill | null;
  onClose: () => void;
}

/** Opens at once; the form is not part of the first load of the list and may appear later. */
export function NewCallDialog({ open, prefill = null, onClose }: NewCallDialogProps) {
  const clearDraft = useClearDraft();
  return (
    <FormDialog
      open={open}
      title="New Call"
      wide
      onClose={onClose}
      onDiscard={() => {
        clearDraft(callDraftName(prefill));
        onClose();
      }}
    >
      {(onDirtyChange) =>
        open && <LazyForm prefill={prefill} onClose={onClose} onDirtyChange={onDirtyChange} />
      }
    </FormDialog>
  );
}

function LazyForm(props: Required<NewCallProps>) {
  const { value: NewCall, failed, loading, retry } = useRetriedLoad(loadFormOrReload, cached);
  const container = useRef<HTMLDivElement>(null);
  const loaded = NewCall !== null;
  // What is filled in already is read, and its words changed; the list of agents may still be loading.
  const first = props.prefill === null ? '[role=combobox]:enabled, input:enabled' : 'textarea';
  // The dialog opened before there was a field to focus. At once: later, somebody may be typing in another one.
  useLayoutEffect(() => {
    if (loaded) container.current?.querySelector<HTMLElement>(first)?.focus();
  }, [loaded, first]);
  return (
    <div ref={container} className="min-h-80">
      {NewCall !== null ? (
        <NewCall {...props} />
      ) : failed ? (
        <AlertBox
          title="The form could not be loaded."
          action={
            <Button busy={loading} onClick={retry}>
              Retry
            </Button>
          }
        >
          It comes by itself as soon as the server answers.
        </AlertBox>
      ) : (
        <LoadingNote className="py-28">Loading...</LoadingNote>
      )}
    </div>
  );
}
