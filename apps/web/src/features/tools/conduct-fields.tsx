import { toolLimits } from '@parley/contract';
import { SwitchField } from '../../ui/switch-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** How a tool behaves on a call, as it is typed. */
export interface ConductDraft {
  title: string;
  changes: boolean;
  honoursKey: boolean;
  runInSandbox: boolean;
  pausesRecording: boolean;
  limitSeconds: string;
  sayMeanwhile: string;
  sayOnFailure: string;
}

interface ConductFieldsProps {
  values: ConductDraft;
  error: (field: keyof ConductDraft) => string | null;
  readOnly: boolean;
  change: (changes: Partial<ConductDraft>) => void;
}

export function ConductFields({ values, error, readOnly, change }: ConductFieldsProps) {
  return (
    <>
      <SwitchField
        label="This changes something"
        hint="It books, moves, cancels or sends. An answer that never came is then told as unknown, and somebody is asked to check."
        checked={values.changes}
        disabled={readOnly}
        onCheckedChange={(changes) => change({ changes })}
      />
      {values.changes && (
        <>
          <SwitchField
            label="The other side honours Idempotency-Key"
            hint="The same key twice is carried out once there. Only then is a request whose answer never came repeated."
            checked={values.honoursKey}
            disabled={readOnly}
            onCheckedChange={(honoursKey) => change({ honoursKey })}
          />
          <SwitchField
            label="Run in the sandbox and in tries"
            hint="For a test system. Otherwise the sample answer is used there, and marked as such."
            checked={values.runInSandbox}
            disabled={readOnly}
            onCheckedChange={(runInSandbox) => change({ runInSandbox })}
          />
        </>
      )}
      <SwitchField
        label="Pauses the recording"
        hint="Nothing is recorded while its answer is waited for, such as the number of a card. A call over ConversationRelay cannot pause: its recording ends there."
        checked={values.pausesRecording}
        disabled={readOnly}
        onCheckedChange={(pausesRecording) => change({ pausesRecording })}
      />
      <TextField
        label="Time limit in seconds"
        className="max-w-48"
        type="number"
        inputMode="numeric"
        autoComplete="off"
        min={toolLimits.limitSecondsMin}
        max={toolLimits.limitSecondsMax}
        value={values.limitSeconds}
        readOnly={readOnly}
        hint={`${toolLimits.limitSecondsMin} to ${toolLimits.limitSecondsMax}.`}
        error={error('limitSeconds')}
        onChange={(event) => change({ limitSeconds: event.target.value })}
      />
      <TextField
        label="In the transcript"
        value={values.title}
        readOnly={readOnly}
        autoComplete="off"
        placeholder="Looked up free times"
        hint="What the line in the transcript says that was done. Empty: the name of the tool."
        error={error('title')}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextField
        label="Said meanwhile"
        value={values.sayMeanwhile}
        readOnly={readOnly}
        autoComplete="off"
        placeholder="Let me look at the calendar."
        hint="When it takes longer than a moment. Empty: the phrase of the agent."
        error={error('sayMeanwhile')}
        onChange={(event) => change({ sayMeanwhile: event.target.value })}
      />
      <TextField
        label="Said when it fails"
        value={values.sayOnFailure}
        readOnly={readOnly}
        autoComplete="off"
        placeholder="I cannot reach the calendar right now."
        hint="Empty: the phrase of the agent."
        error={error('sayOnFailure')}
        onChange={(event) => change({ sayOnFailure: event.target.value })}
      />
    </>
  );
}
