import type { Agent, Template } from '@parley/contract';
import { type SubmitEvent, useReducer, useRef, useState } from 'react';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { AgentField } from './agent-field.tsx';
import { canSubmit, emptyForm, formReducer, submissionOf } from './form-state.ts';
import type { Loaded } from './loaded.ts';
import { NumberField } from './number-field.tsx';
import { PlaceholderFields } from './placeholder-fields.tsx';
import { TemplateField } from './template-field.tsx';
import { TemplatesProblem } from './templates-problem.tsx';
import { usePlaceCall } from './use-place-call.ts';

export interface NewCallFormProps {
  agents: Loaded<readonly Agent[]>;
  templates: Loaded<Readonly<Record<string, readonly Template[]>>>;
  /** Success and cancel close the form. */
  onClose: () => void;
}

export function NewCallForm({ agents, templates, onClose }: NewCallFormProps) {
  const [state, send] = useReducer(formReducer, emptyForm);
  /** Somebody who fills in a template has templates enough: what went wrong with loading them is old news. */
  const [dismissed, setDismissed] = useState<Error | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { busy, place } = usePlaceCall({
    onPlaced: onClose,
    onFailed: (error) => send({ type: 'refused', error }),
  });
  const agent = agents.data?.find(({ id }) => id === state.agentId) ?? null;
  const offered = state.agentId === null ? [] : (templates.data?.[state.agentId] ?? []);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const submission = submissionOf(state);
    if (busy || submission.outcome === 'stopped') return;
    if (submission.outcome === 'refused') {
      send({ type: 'refused', error: submission.error });
      const { field } = submission;
      focusField(form.current, field === 'phone-number' ? field : `placeholder:${field.placeholder}`);
      return;
    }
    const { agentId, phoneNumber, message } = submission;
    place({ agentId, phoneNumber, message });
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {templates.error !== dismissed && <TemplatesProblem templates={templates} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <AgentField
          agents={agents}
          agent={agent}
          onChoose={(agentId) => send({ type: 'agent-chosen', agentId })}
        />
        <NumberField
          value={state.phoneNumber}
          onType={(phoneNumber) => send({ type: 'number-typed', phoneNumber })}
        />
      </div>
      {offered.length > 0 && (
        <TemplateField
          templates={offered}
          chosen={state.template}
          onChoose={(template) => send({ type: 'template-chosen', template })}
        />
      )}
      {state.template !== null && (
        <PlaceholderFields
          template={state.template}
          values={state.values}
          onType={(name, value) => {
            send({ type: 'value-typed', name, value });
            setDismissed(templates.error);
          }}
        />
      )}
      <TextArea
        label="Instructions"
        hintAbove
        rows={3}
        value={state.instructions}
        onChange={(event) => send({ type: 'instructions-typed', instructions: event.target.value })}
        hint={
          state.template === null
            ? 'Custom instructions for this call.'
            : 'Template applied. You can modify the instructions below.'
        }
      />
      {state.error !== null && <AlertBox title="Call Failed">{state.error}</AlertBox>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy} disabled={!canSubmit(state)}>
          {busy ? 'Calling...' : state.agentId === null ? 'Select an agent to call' : 'Place Call'}
        </Button>
      </DialogActions>
    </form>
  );
}

/** By its name attribute: the fields know nothing of each other. */
function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
