import { campaignRoutes } from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { useInFlight, useSend } from '../../../lib/use-send.ts';
import { momentText } from '../../../ui/instant.tsx';
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
  const lock = `run-campaign:${id}`;
  // Of all buttons that act on the campaign: while one is at work, a press on another would be lost.
  const busy = useInFlight().has(lock);
  const [last, setLast] = useState<RunAct | null>(null);
  const { send } = useSend({
    name: 'run-campaign',
    lock: () => lock,
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
  return {
    busy,
    /** What is being done from here. */
    act: busy ? last : null,
    send(act: RunAct): void {
      setLast(act);
      send(act);
    },
  };
}

export type RowAct = 'hold' | 'release' | 'skip' | 'call';

const rowRoutes = {
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

interface RowChange {
  act: RowAct;
  row: number;
  /** Of `hold`: when it is released by itself. */
  until?: string | null;
}

const lockOfRow = (id: string, row: number) => `act-on-recipient:${id}:${row}`;

/** While a row is at work a press on another of its buttons would be lost. */
export function useRowBusy(id: string, row: number): boolean {
  return useInFlight().has(lockOfRow(id, row));
}

/** Of any row. Each has a lock of its own: the next one can be held while the first is on its way. */
export function useRowAct(id: string): (change: RowChange) => void {
  const api = useApi();
  const changed = useCampaignsChanged();
  const { send } = useSend({
    name: 'act-on-recipient',
    lock: ({ row }: RowChange) => lockOfRow(id, row),
    act: ({ act, row, until = null }: RowChange) => {
      const params = { id, row: String(row) };
      return act === 'hold'
        ? api.send(campaignRoutes.holdRecipient, { params, body: { until } })
        : api.send(rowRoutes[act], { params });
    },
    onDone: async (_, { act, row, until }) => {
      const time = until ? ` until ${momentText(until)}` : '';
      toast.success(`Row ${row}: ${rowDone[act].toLowerCase()}${time}`);
      await changed();
    },
    onFailed: (error, { row }) => {
      toast.error(`Row ${row} is unchanged.`, { description: sentenceOf(error) });
      void changed();
    },
  });
  return send;
}
