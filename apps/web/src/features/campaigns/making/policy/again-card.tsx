import { machineAction } from '@parley/contract';
import { NativeSelect } from '../../../../ui/native-select.tsx';
import { StepCard } from '../step-card.tsx';
import type { PolicyCardProps } from './card-props.ts';
import { NumberField } from './number-field.tsx';

export function AgainCard({ form, errors, disabled, change }: PolicyCardProps) {
  return (
    <StepCard
      title="Called Again"
      subtitle="Whoever was reached, asked to be left alone or has another number is never called again."
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <NumberField
          label="Calls to one person"
          unit="at most"
          {...{ disabled, value: form.attempts, error: errors.get('attempts') }}
          onChange={(attempts) => change({ attempts })}
        />
        <NumberField
          label="After a busy line"
          unit="minutes"
          hint="Four times as long after the second time."
          {...{ disabled, value: form.busyMinutes, error: errors.get('waits.busyMinutes') }}
          onChange={(busyMinutes) => change({ busyMinutes })}
        />
        <NumberField
          label="After no answer"
          unit="hours"
          hint="At another part of the day, where it can be."
          {...{ disabled, value: form.noAnswerHours, error: errors.get('waits.noAnswerHours') }}
          onChange={(noAnswerHours) => change({ noAnswerHours })}
        />
        <NativeSelect
          label="To a machine the agent says"
          disabled={disabled}
          value={form.onMachine}
          options={[
            { value: 'as_agent', label: 'What it is set to' },
            { value: 'hang_up', label: 'Nothing: it hangs up' },
            { value: 'leave_message', label: 'Its message, after the beep' },
          ]}
          {...(form.onMachine === 'leave_message' && { hint: 'An agent without a message hangs up.' })}
          onValueChange={(value) => change({ onMachine: machineAction.safeParse(value).data ?? 'as_agent' })}
        />
        <NativeSelect
          label="When a machine answers"
          disabled={disabled}
          value={form.voicemail}
          options={[
            { value: 'again', label: 'Call again' },
            { value: 'done', label: 'Do not call again' },
          ]}
          onValueChange={(value) => change({ voicemail: value === 'done' ? 'done' : 'again' })}
        />
        {form.voicemail === 'again' && (
          <NumberField
            label="After a machine"
            unit="days"
            {...{ disabled, value: form.voicemailDays, error: errors.get('waits.voicemailDays') }}
            onChange={(voicemailDays) => change({ voicemailDays })}
          />
        )}
      </div>
      <fieldset className="grid gap-3 border-t pt-4">
        <legend className="sr-only">Limits for one person</legend>
        <p aria-hidden="true" className="font-medium">
          Limits for one person
        </p>
        <p className="text-ink-3 text-sm">For this purpose, calls of other campaigns included.</p>
        <div className="grid gap-4 sm:grid-cols-3">
          <NumberField
            label="Calls"
            unit="at most"
            {...{ disabled, value: form.capAttempts, error: errors.get('caps.attempts') }}
            onChange={(capAttempts) => change({ capAttempts })}
          />
          <NumberField
            label="Within"
            unit="days"
            {...{ disabled, value: form.capDays, error: errors.get('caps.days') }}
            onChange={(capDays) => change({ capDays })}
          />
          <NumberField
            label="Between two calls"
            unit="hours"
            {...{ disabled, value: form.gapHours, error: errors.get('caps.gapHours') }}
            onChange={(gapHours) => change({ gapHours })}
          />
          <NumberField
            label="To one number"
            unit="calls in 24 hours"
            {...{ disabled, value: form.perNumber, error: errors.get('caps.perNumber') }}
            onChange={(perNumber) => change({ perNumber })}
          />
        </div>
      </fieldset>
    </StepCard>
  );
}
