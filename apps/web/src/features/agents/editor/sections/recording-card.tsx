import { type RecordingConsent, type RecordingSettings, recordingRoutes } from '@parley/contract';
import { Link } from 'react-router';
import { toast } from 'sonner';
import { useMay } from '../../../../lib/permissions.ts';
import { useRecordingSettings, useSaveRecordingSettings } from '../../../../lib/use-recording-settings.ts';
import { useRetry } from '../../../../lib/use-send.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { LoadState } from '../../../../ui/load-state.tsx';
import { NativeSelect } from '../../../../ui/native-select.tsx';
import { SwitchField } from '../../../../ui/switch-field.tsx';
import { SectionCard } from '../section-card.tsx';

interface RecordingCardProps {
  agentId: string;
  /** Where recording is switched on for the organization. */
  dataPath: string;
}

const ways: Readonly<Record<RecordingConsent, string>> = {
  announce: 'Announce it',
  ask: 'Ask first',
};

/** Whether this agent's calls are recorded. It counts at once, without publishing. */
export function RecordingCard(props: RecordingCardProps) {
  const allowed = useMay()(recordingRoutes.getRecordingSettings.permission);
  const query = useRecordingSettings(allowed);
  const retry = useRetry(query.refetch);
  return (
    <SectionCard title="Recording" subtitle="It counts from the next call on, without publishing.">
      {!allowed ? (
        <p className="text-ink-2">An administrator decides whether calls of this agent are recorded.</p>
      ) : query.data === undefined ? (
        <LoadState
          query={query}
          onRetry={retry.send}
          loading="Loading recording..."
          failed="Failed to load what is recorded"
          compact
        />
      ) : (
        <RecordingFields {...props} settings={query.data} />
      )}
    </SectionCard>
  );
}

function RecordingFields({
  agentId,
  dataPath,
  settings,
}: RecordingCardProps & { settings: RecordingSettings }) {
  const may = useMay();
  const { busy, save, refusal } = useSaveRecordingSettings(() => toast.success('Recording saved'));
  const disabled = busy || !may(recordingRoutes.saveRecordingSettings.permission);
  const { enabled, agentIds, removeAtCarrier, revision, consent, agentConsent } = settings;
  const isRecorded = agentIds.includes(agentId);
  const own = Object.hasOwn(agentConsent, agentId) ? (agentConsent[agentId] ?? '') : '';
  const same = { enabled, agentIds, removeAtCarrier, revision };
  const choose = (value: string) => {
    const { [agentId]: _, ...others } = agentConsent;
    const chosen = value === 'ask' || value === 'announce' ? { [agentId]: value as RecordingConsent } : {};
    save({ ...same, agentConsent: { ...others, ...chosen } });
  };
  return (
    <>
      <SwitchField
        label="Record calls of this agent"
        hint="Both parties, each on a channel of its own."
        checked={isRecorded}
        disabled={disabled}
        onCheckedChange={(checked) =>
          save({
            ...same,
            agentIds: checked ? [...agentIds, agentId] : agentIds.filter((id) => id !== agentId),
          })
        }
      />
      {isRecorded && !enabled && (
        <AlertBox tone="amber">
          Recording is switched off for the organization, so nothing is recorded.{' '}
          <Link to={dataPath} className="rounded-box underline underline-offset-4">
            Switch it on in Data
          </Link>
        </AlertBox>
      )}
      {isRecorded && (
        <NativeSelect
          label="How people learn of it"
          hint="Announce it: the first sentence says that the call is being recorded. Ask first: nothing is recorded before a clear yes."
          value={own}
          disabled={disabled}
          options={[
            { value: '', label: `As the organization: ${ways[consent].toLowerCase()}` },
            ...Object.entries(ways).map(([value, label]) => ({ value, label })),
          ]}
          onValueChange={choose}
        />
      )}
      {refusal !== null && <AlertBox>{refusal}</AlertBox>}
    </>
  );
}
