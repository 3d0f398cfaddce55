import { type WebhookEndpoint, webhookRoutes } from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useClearDraft } from '../../lib/drafts.ts';
import { parseWebhookSecret, type WebhookSecret } from '../../lib/parsing/webhooks.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Question } from '../../ui/question.tsx';
import { useWebhooksChanged } from './use-webhooks.ts';
import { draftOf, WebhookForm } from './webhook-form.tsx';

interface FormDialogProps {
  open: boolean;
  /** Null: another one is added. */
  endpoint: WebhookEndpoint | null;
  returnTo?: string;
  onMade: (made: WebhookSecret) => void;
  onClose: () => void;
}

export function WebhookFormDialog({ open, endpoint, returnTo, onMade, onClose }: FormDialogProps) {
  const clearDraft = useClearDraft();
  const discard = () => {
    clearDraft(draftOf(endpoint));
    onClose();
  };
  return (
    <FormDialog
      open={open}
      title={endpoint === null ? 'New Endpoint' : `Change ${endpoint.name}`}
      description="An address of other software that is told of events."
      wide
      returnTo={returnTo}
      onClose={onClose}
      onDiscard={discard}
    >
      {(onDirtyChange) =>
        open && (
          <WebhookForm
            endpoint={endpoint}
            onDirtyChange={onDirtyChange}
            onSaved={(made) => {
              onClose();
              if (made !== null) onMade(made);
            }}
            onCancel={discard}
          />
        )
      }
    </FormDialog>
  );
}

/** The secret is shown this once: a press beside the dialog must not lose it. */
export function SecretDialog({ made, onClose }: { made: WebhookSecret | null; onClose: () => void }) {
  return (
    <Dialog open={made !== null} closable={false} onOpenChange={() => {}} title="Copy the Secret Now" wide>
      {made !== null && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p className="text-ink-2">
            {`This is the secret of ${made.endpoint.name}. It is shown this once: nobody can show it again. With it the other software checks that an event is from here.`}
          </p>
          <CommandLine label="secret">{made.secret}</CommandLine>
          {made.endpoint.earlierSecretUntil !== null && (
            <p className="text-ink-2">For 24 hours events are signed with the secret before too.</p>
          )}
          <DialogActions>
            <Button look="primary" onClick={onClose}>
              I Have Copied It
            </Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  );
}

interface QuestionProps {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

export function RotateQuestion({
  endpoint,
  onClose,
  onMade,
}: QuestionProps & { onMade: (made: WebhookSecret) => void }) {
  const api = useApi();
  const changed = useWebhooksChanged();
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'rotate-webhook',
    act: () => {
      setError(null);
      const { id, revision } = endpoint;
      return api.send(webhookRoutes.rotateWebhook, { params: { id }, body: { revision } });
    },
    onDone: async (answer) => {
      const made = parseWebhookSecret(answer);
      toast.success('Secret made');
      onClose();
      if (made !== undefined) onMade(made);
      await changed();
    },
    onFailed: (failure) => setError(sentenceOf(failure)),
  });
  return (
    <Question
      {...{ action: 'Make Secret', doing: 'Making...', failed: 'Failed to make a secret', busy, error }}
      look="primary"
      onConfirm={() => send()}
      onCancel={onClose}
    >
      <p className="text-ink-2">
        Events are signed with the new secret from now on, and for 24 hours with the one before too. Give the
        new one to the other software within that time.
      </p>
    </Question>
  );
}

export function DeleteQuestion({ endpoint, onClose }: QuestionProps) {
  const api = useApi();
  const changed = useWebhooksChanged();
  const [error, setError] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'delete-webhook',
    act: () => {
      setError(null);
      return api.send(webhookRoutes.deleteWebhook, { params: { id: endpoint.id } });
    },
    onDone: async () => {
      toast.success('Endpoint deleted');
      onClose();
      await changed();
    },
    onFailed: (failure) => setError(sentenceOf(failure)),
  });
  return (
    <Question
      {...{
        action: 'Delete Endpoint',
        doing: 'Deleting...',
        failed: 'Failed to delete the endpoint',
        busy,
        error,
      }}
      onConfirm={() => send()}
      onCancel={onClose}
    >
      <p className="text-ink-2">
        It is told of nothing any more. Its deliveries go with it, those that are waiting too. This cannot be
        undone.
      </p>
    </Question>
  );
}
