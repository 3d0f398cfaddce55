import { campaignRoutes } from '@parley/contract';
import { Pause, Play, Square } from 'lucide-react';
import { useState } from 'react';
import type { Campaign } from '../../../lib/parsing/campaigns.ts';
import { useMay } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { useRun } from './use-run.ts';

/** Pause, resume and stop. Nothing is shown where the campaign is over. */
export function RunActions({ campaign: { id, state } }: { campaign: Campaign }) {
  const may = useMay();
  const run = useRun(id);
  const [stopping, setStopping] = useState(false);
  const canStop = state === 'scheduled' || state === 'running' || state === 'paused' || state === 'stopping';
  return (
    <>
      {state === 'running' && may(campaignRoutes.pauseCampaign.permission) && (
        <Button busy={run.act === 'pause'} disabled={run.busy} onClick={() => run.send('pause')}>
          {run.act !== 'pause' && <Pause aria-hidden="true" className="size-4" />}
          {run.act === 'pause' ? 'Pausing...' : 'Pause'}
        </Button>
      )}
      {canStop && may(campaignRoutes.stopCampaign.permission) && (
        <Button onClick={() => setStopping(true)}>
          <Square aria-hidden="true" className="size-4" />
          Stop…
        </Button>
      )}
      {state === 'paused' && may(campaignRoutes.resumeCampaign.permission) && (
        <Button
          look="primary"
          busy={run.act === 'resume'}
          disabled={run.busy}
          onClick={() => run.send('resume')}
        >
          {run.act !== 'resume' && <Play aria-hidden="true" className="size-4" />}
          {run.act === 'resume' ? 'Resuming...' : 'Resume'}
        </Button>
      )}
      <StopDialog
        id={id}
        isScheduled={state === 'scheduled'}
        open={stopping && canStop}
        onClose={() => setStopping(false)}
      />
    </>
  );
}

interface StopDialogProps {
  id: string;
  isScheduled: boolean;
  open: boolean;
  onClose: () => void;
}

function StopDialog({ id, isScheduled, open, onClose }: StopDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()} title="Stop Campaign">
      <Question id={id} isScheduled={isScheduled} onClose={onClose} />
    </Dialog>
  );
}

function Question({ id, isScheduled, onClose }: Omit<StopDialogProps, 'open'>) {
  const run = useRun(id, onClose);
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {isScheduled
          ? 'The campaign does not start. It is a draft again, and can be changed.'
          : 'Nobody else is called, and this cannot be undone. Calls that are up can finish, or be ended now. Whoever was not reached can be called by a campaign that is made from this one.'}
      </p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        {!isScheduled && (
          <Button look="danger" disabled={run.busy} onClick={() => run.send('stop-now')}>
            Stop and End Calls
          </Button>
        )}
        <Button look="danger" busy={run.act === 'stop'} disabled={run.busy} onClick={() => run.send('stop')}>
          {run.act === 'stop' ? 'Stopping...' : 'Stop'}
        </Button>
      </DialogActions>
    </div>
  );
}
