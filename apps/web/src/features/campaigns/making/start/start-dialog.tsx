import { campaignRoutes } from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../../lib/api-context.ts';
import { sentenceOf } from '../../../../lib/api-error.ts';
import type { Campaign } from '../../../../lib/parsing/campaigns.ts';
import { useSend } from '../../../../lib/use-send.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { Instant } from '../../../../ui/instant.tsx';
import { numberText } from '../../../../ui/number-text.ts';
import { useCampaignsChanged, useRefetchedOnConflict } from '../../use-campaigns.ts';

interface Request {
  at: string | null;
  ground: boolean;
  pretend?: string;
}

interface StartDialogProps {
  campaign: Campaign;
  /** Null while it is closed. */
  request: Request | null;
  words: {
    people: number;
    agentName: string;
    isReal: boolean;
    /** There is no ground: those alone are called who consented, and that many rows say so, where it is known. */
    only: { consented: number | undefined } | null;
  };
  onClose: () => void;
  onStarted: () => void;
}

/** Hundreds of people are called after this: it says once more what happens. */
export function StartDialog({ campaign, request, words, onClose, onStarted }: StartDialogProps) {
  return (
    <Dialog
      open={request !== null}
      onOpenChange={(next) => !next && onClose()}
      title={request === null || request.at === null ? 'Start Campaign' : 'Schedule Campaign'}
    >
      {request !== null && <Question {...{ campaign, request, words, onClose, onStarted }} />}
    </Dialog>
  );
}

function Question({ campaign, request, words, onClose, onStarted }: StartDialogProps & { request: Request }) {
  const api = useApi();
  const changed = useCampaignsChanged();
  const refetched = useRefetchedOnConflict();
  const [failure, setFailure] = useState<string | null>(null);
  const { at } = request;
  const { busy, send } = useSend({
    name: 'start-campaign',
    once: true,
    act: () => {
      setFailure(null);
      return refetched(
        api.send(campaignRoutes.startCampaign, {
          params: { id: campaign.id },
          body: { revision: campaign.revision, ...request },
        }),
      );
    },
    onDone: async () => {
      toast.success(at === null ? 'Campaign started' : 'Campaign scheduled');
      // A campaign that counts as a draft would be shown in its steps.
      await changed();
      onStarted();
    },
    onFailed: (error) => setFailure(sentenceOf(error)),
  });
  const all = countText(words.people, 'person', 'people');
  const people = words.only === null ? all : 'those who consented';
  return (
    <div className="grid gap-4">
      <p className="wrap-anywhere">
        <strong>{words.agentName}</strong>
        {` calls ${people} `}
        {at === null ? (
          'from now on'
        ) : (
          <>
            {'from '}
            <Instant at={at} />
            {' on'}
          </>
        )}
        {', within the hours of the campaign.'}
      </p>
      <AlertBox tone={words.isReal ? 'amber' : 'grey'}>
        {words.isReal
          ? 'These are real calls to real phones, and they cost money.'
          : 'Calls are made in the sandbox: no phone rings outside of it.'}
      </AlertBox>
      {words.only !== null && (
        <AlertBox tone="amber">
          {`There is no ground to call ${all}: everybody is held whose row has no consent. ${
            words.only.consented === undefined
              ? ''
              : `${countText(words.only.consented, 'row says', 'rows say')} that the person consented.`
          }`.trim()}
        </AlertBox>
      )}
      {failure !== null && <AlertBox title="The campaign was not started">{failure}</AlertBox>}
      <DialogActions>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button look="primary" data-autofocus busy={busy} onClick={() => send()}>
          {busy ? 'Starting...' : at === null ? 'Start Campaign' : 'Schedule Campaign'}
        </Button>
      </DialogActions>
    </div>
  );
}

function countText(count: number, one: string, many: string): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}
