import {
  dataRoutes,
  type Retention,
  type RetentionDays,
  type RetentionPreview,
  retentionMinimumDays,
} from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { parseRetention, parseRetentionPreview } from '../../lib/parsing/data.ts';
import { useMay } from '../../lib/permissions.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useRetry, useSend } from '../../lib/use-send.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { numberText } from '../../ui/number-text.ts';
import { SettingsCard } from '../../ui/settings-card.tsx';

const choices: readonly (readonly [number, string])[] = [
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [180, '180 days'],
  [365, '1 year'],
  [730, '2 years'],
  [1_095, '3 years'],
  [2_190, '6 years'],
  [3_650, '10 years'],
];

const kinds = ['transcripts', 'calls', 'audit'] as const satisfies (keyof RetentionDays)[];

const texts: Readonly<Record<keyof RetentionDays, { label: string; hint: string }>> = {
  transcripts: {
    label: 'Transcripts',
    hint: 'What was said and done on a call. Its summary and outcome stay.',
  },
  calls: {
    label: 'Calls',
    hint: 'With everything that belongs to them, here. The carrier keeps its own records.',
  },
  audit: {
    label: 'Audit log',
    hint: 'From its beginning. What is left can be verified as before.',
  },
};

export function RetentionCard() {
  const api = useApi();
  const query = useQuery({
    queryKey: queryKeys.retention,
    queryFn: ({ signal }) => api.get(dataRoutes.getRetention, parseRetention, { signal }),
  });
  const retry = useRetry(query.refetch);
  return (
    <SettingsCard
      title="Retention"
      text="What is older is deleted in the night. Contacts, follow-ups and the do-not-call list stay."
      query={query}
      onRetry={retry.send}
      loading="Loading retention..."
      failed="Failed to load the retention"
    >
      {(retention) => <RetentionForm key={retention.revision} retention={retention} />}
    </SettingsCard>
  );
}

function RetentionForm({ retention }: { retention: Retention }) {
  const api = useApi();
  const client = useQueryClient();
  const may = useMay();
  const [days, setDays] = useState(retention.days);
  const [error, setError] = useState<string | null>(null);
  const [preview, setPreview] = useState<RetentionPreview | null>(null);
  const isChanged = kinds.some((kind) => days[kind] !== retention.days[kind]);
  const failed = (why: unknown) => setError(sentenceOf(why));
  const looking = useSend({
    name: 'preview-retention',
    act: async () => {
      setError(null);
      const seen = parseRetentionPreview(await api.send(dataRoutes.previewRetention, { body: { days } }));
      if (seen === undefined)
        throw new ApiError('The server did not say what would go. Try again.', 0, 'bad_response');
      return seen;
    },
    onDone: (seen) => setPreview(seen),
    onFailed: failed,
  });
  const saving = useSend({
    name: 'save-retention',
    act: () => {
      setError(null);
      return api.send(dataRoutes.saveRetention, { body: { days, revision: retention.revision } });
    },
    onDone: async () => {
      toast.success('Retention saved');
      await client.invalidateQueries({ queryKey: queryKeys.retention });
    },
    onFailed: failed,
  });
  const set = (kind: keyof RetentionDays, value: string) => {
    setDays((given) => ({ ...given, [kind]: value === '' ? null : Number(value) }));
    setPreview(null);
  };
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        {kinds.map((kind) => (
          <NativeSelect
            key={kind}
            {...texts[kind]}
            value={String(days[kind] ?? '')}
            options={optionsOf(kind, days[kind])}
            disabled={saving.busy}
            onValueChange={(value) => set(kind, value)}
          />
        ))}
      </div>
      <div role="status" className="empty:-mt-4">
        {preview !== null && <AlertBox tone="amber">{previewText(preview)}</AlertBox>}
      </div>
      {error !== null && <AlertBox>{error}</AlertBox>}
      <div className="flex flex-wrap gap-2">
        {may(dataRoutes.previewRetention.permission) && (
          <Button busy={looking.busy} onClick={() => looking.send()}>
            {looking.busy ? 'Counting...' : 'Preview'}
          </Button>
        )}
        {may(dataRoutes.saveRetention.permission) && (
          <Button look="primary" busy={saving.busy} disabled={!isChanged} onClick={() => saving.send()}>
            {saving.busy ? 'Saving...' : 'Save Retention'}
          </Button>
        )}
      </div>
    </div>
  );
}

function optionsOf(kind: keyof RetentionDays, current: number | null) {
  const offered = choices.filter(([days]) => days >= retentionMinimumDays[kind]);
  const isOffered = current === null || offered.some(([days]) => days === current);
  return [
    { value: '', label: 'Keep for good' },
    ...(isOffered ? [] : [{ value: String(current), label: `${current} days` }]),
    ...offered.map(([days, label]) => ({ value: String(days), label: `Delete after ${label}` })),
  ];
}

function previewText({ transcripts, calls, audit }: RetentionPreview): string {
  const parts = [
    transcripts > 0 && `the transcripts of ${numberText(transcripts)} calls`,
    calls > 0 && `${numberText(calls)} whole calls`,
    audit > 0 && `about ${numberText(audit)} entries of the audit log`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return 'The next night would delete nothing.';
  return `The next night would delete ${new Intl.ListFormat('en').format(parts)}.`;
}
