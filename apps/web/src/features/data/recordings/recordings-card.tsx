import { type RecordingSettings, recordingRoutes } from '@parley/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { useMay } from '../../../lib/permissions.ts';
import { useRecordingSettings, useSaveRecordingSettings } from '../../../lib/use-recording-settings.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { SettingsCard } from '../../../ui/settings-card.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { RecordedAgents } from './recorded-agents.tsx';
import { SpokenPreview } from './spoken-preview.tsx';

const offeredDays: readonly (readonly [number, string])[] = [
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [180, '180 days'],
  [365, '1 year'],
  [730, '2 years'],
];

function keepOptions(current: number | null) {
  const isOffered = current === null || offeredDays.some(([days]) => days === current);
  return [
    { value: '', label: 'As long as the transcript' },
    ...(isOffered ? [] : [{ value: String(current), label: `Delete after ${current} days` }]),
    ...offeredDays.map(([days, label]) => ({ value: String(days), label: `Delete after ${label}` })),
  ];
}

export function RecordingsCard() {
  const query = useRecordingSettings();
  const retry = useRetry(query.refetch);
  return (
    <SettingsCard
      title="Recordings"
      text="Calls can be recorded, with each party on a channel of its own. People who may listen find the recording on the call; the audit log has every play and download."
      query={query}
      onRetry={retry.send}
      loading="Loading recordings..."
      failed="Failed to load what is recorded"
    >
      {(settings) => <RecordingsForm key={settings.revision} settings={settings} />}
    </SettingsCard>
  );
}

function RecordingsForm({ settings }: { settings: RecordingSettings }) {
  const may = useMay();
  const [enabled, setEnabled] = useState(settings.enabled);
  const [agentIds, setAgentIds] = useState<readonly string[]>(settings.agentIds);
  const [consent, setConsent] = useState(settings.consent);
  const [removeAtCarrier, setRemoveAtCarrier] = useState(settings.removeAtCarrier);
  const [keepDays, setKeepDays] = useState(settings.keepDays ?? null);
  const { busy, save, refusal } = useSaveRecordingSettings(() => toast.success('Recordings saved'));
  const allowed = may(recordingRoutes.saveRecordingSettings.permission);
  const isChanged =
    enabled !== settings.enabled ||
    consent !== settings.consent ||
    removeAtCarrier !== settings.removeAtCarrier ||
    keepDays !== (settings.keepDays ?? null) ||
    agentIds.length !== settings.agentIds.length ||
    agentIds.some((id) => !settings.agentIds.includes(id));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <SwitchField
        label="Record calls"
        hint="Calls that are answered from now on, of the agents below. Off: nothing is recorded."
        checked={enabled}
        disabled={!allowed || busy}
        onCheckedChange={setEnabled}
      />
      <RecordedAgents chosen={agentIds} onChosen={setAgentIds} disabled={!allowed || busy} />
      <ChoiceField
        label="How people learn of it"
        value={consent}
        onValueChange={setConsent}
        disabled={!allowed || busy}
        choices={[
          {
            value: 'announce',
            label: 'Announce it',
            hint: 'The call is recorded from its start, and the first sentence says so.',
          },
          {
            value: 'ask',
            label: 'Ask first',
            hint: 'Nothing is recorded before a clear yes. After a no, or no answer, the call goes on without a recording.',
          },
        ]}
      />
      <SpokenPreview consent={consent} />
      <AlertBox tone="grey">
        In many places everybody on a call has to know that it is recorded, and in some everybody has to
        agree. A phone number does not say where a person is. Ask first if you are not sure, and tell people
        in your privacy notice who keeps recordings, what for and for how long.
      </AlertBox>
      <SwitchField
        label="Delete the carrier's copy"
        hint="Once the recording is stored here. Off: the carrier keeps it as well, until the call is deleted."
        checked={removeAtCarrier}
        disabled={!allowed || busy}
        onCheckedChange={setRemoveAtCarrier}
      />
      <div className="max-w-sm">
        <NativeSelect
          label="Keep recordings"
          hint="Never longer than the transcript of the call, which is set under Retention. A recording is deleted with its call, and with everything else about a person who is erased."
          value={String(keepDays ?? '')}
          options={keepOptions(settings.keepDays ?? null)}
          disabled={!allowed || busy}
          onValueChange={(value) => setKeepDays(value === '' ? null : Number(value))}
        />
      </div>
      {refusal !== null && <AlertBox>{refusal}</AlertBox>}
      {allowed && (
        <div>
          <Button
            look="primary"
            busy={busy}
            disabled={!isChanged}
            onClick={() =>
              save({
                ...{ enabled, agentIds: [...agentIds], consent, removeAtCarrier, keepDays },
                revision: settings.revision,
              })
            }
          >
            {busy ? 'Saving...' : 'Save Recordings'}
          </Button>
        </div>
      )}
    </div>
  );
}
