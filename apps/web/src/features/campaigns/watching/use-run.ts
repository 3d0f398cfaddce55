import { campaignRoutes } from '@parley/contract';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { useSend } from '../../../lib/use-send.ts';
import { useCampaignsChanged } from '../use-campaigns.ts';

export type RunAct = 'pause' | 'resume' | 'stop' | 'stop-now';

const done: Readonly<Record<RunAct, string>> = {
  pause: 'Paused',
  resume: 'Resumed',
  stop: 'Stopping',
  'stop-now': 'Stopping, and calls are being ended',
};
const failed: Readonly<Record<RunAct, string>> = {
  pause: 'Failed to pause the campaign.',
  resume: 'Failed to resume the campaign.',
  stop: 'Failed to stop the campaign.',
  'stop-now': 'Failed to stop the campaign.',
};

/** Two may act at once: whoever comes second is shown the campaign as it is then. */
export function useRun(id: string, onDone: () => void = () => {}) {
  const api = useApi();
  const changed = useCampaignsChanged();
  return useSend({
    name: 'run-campaign',
    lock: () => `run-campaign:${id}`,
    act: (act: RunAct) => {
      const input = { params: { id } };
      if (act === 'pause') return api.send(campaignRoutes.pauseCampaign, input);
      if (act === 'resume') return api.send(campaignRoutes.resumeCampaign, input);
      return api.send(campaignRoutes.stopCampaign, { ...input, body: { now: act === 'stop-now' } });
    },
    onDone: async (_, act) => {
      toast.success(done[act]);
      onDone();
      await changed();
    },
    onFailed: (error, act) => {
      toast.error(failed[act], { description: sentenceOf(error) });
      void changed();
    },
  });
}

export type RowAct = 'hold' | 'release' | 'skip' | 'call';

const rowRoutes = {
  hold: campaignRoutes.holdRecipient,
  release: campaignRoutes.releaseRecipient,
  skip: campaignRoutes.skipRecipient,
  call: campaignRoutes.callRecipient,
} as const;
const rowDone: Readonly<Record<RowAct, string>> = {
  hold: 'Held',
  release: 'Released',
  skip: 'Skipped',
  call: 'Being called',
};

export function useRowAct(id: string) {
  const api = useApi();
  const changed = useCampaignsChanged();
  return useSend({
    name: 'act-on-recipient',
    lock: ({ row }) => `act-on-recipient:${id}:${row}`,
    act: ({ act, row }: { act: RowAct; row: number }) =>
      api.send(rowRoutes[act], { params: { id, row: String(row) } }),
    onDone: async (_, { act, row }) => {
      toast.success(`Row ${row}: ${rowDone[act].toLowerCase()}`);
      await changed();
    },
    onFailed: (error, { row }) => {
      toast.error(`Row ${row} is unchanged.`, { description: sentenceOf(error) });
      void changed();
    },
  });
}
