import { characterCount, limits, type Template } from '@parley/contract';
import { type SubmitEvent, useReducer, useRef, useState } from 'react';
import { useDraft } from '../../../lib/drafts.ts';
import type { Agent } from '../../../lib/parsing/agents.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { DraftOffer } from '../../../ui/draft-offer.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { AgentField } from './agent-field.tsx';
import { draftOf, parseDraft, restored } from './call-draft.ts';
import { callDraftName } from './draft-name.ts';
import { fieldErrorsOf, firstInvalidField } from './field-errors.ts';
import { canSubmit, formReducer, leftoverMarkers, messageOf, submissionOf } from './form-state.ts';
import { LeftoverMarkers } from './leftover-markers.tsx';
import type { Loaded } from './loaded.ts';
import { NumberField } from './number-field.tsx';
import { countryOf } from './parse-phone-input.ts';
import { PlaceholderFields } from './placeholder-fields.tsx';
import { type Prefill, prefilledForm } from './prefill.ts';
import { TemplateField } from './template-field.tsx';
import { TemplatesError } from './templates-error.tsx';
import { usePlaceCall } from './use-place-call.ts';

export interface NewCallFormProps {
  agents: Loaded<readonly Agent[]>;
  templates: Loaded<Readonly<Record<string, readonly Template[]>>>;
  /** Country of national phone numbers, unless the agent's caller id has another; null when not known. */
  country: string | null;
  /** What the form starts with; null: nothing. Read once. */
  prefill?: Prefill | null;
  /** Success and cancel close the form. */
  onClose: () => void;
  /** Whether closing the form would lose input. */
  onDirtyChange?: (dirty: boolean) => void;
}

export function NewCallForm({
  agents,
  templates,
  country,
  prefill = null,
  onClose,
  onDirtyChange,
}: NewCallFormProps) {
  const [started] = useState(() => ({ form: prefilledForm(prefill), draftName: callDraftName(prefill) }));
  const [state, send] = useReducer(formReducer, started.form);
  /**
   * The templates error that is hidden: after the user has typed a placeholder value, a template is loaded and the
   * error no longer matters.
   */
  const [dismissed, setDismissed] = useState<Error | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { busy, place } = usePlaceCall({
    onAccepted: () => draft.clear(),
    onPlaced: onClose,
    onFailed: (error, code) => send({ type: 'refused', error, fieldErrors: fieldErrorsOf(code) }),
  });
  const draft = useDraft({
    form: started.draftName,
    // What the form started with is nobody's input.
    value: state === started.form ? null : draftOf(state),
    parse: parseDraft,
    busy,
    onDirtyChange,
  });
  const settled = (agents.data ?? agents.error) !== null && (templates.data ?? templates.error) !== null;
  const agent = agents.data?.find(({ id }) => id === state.agentId) ?? null;
  // An agent that the form started with may have been archived since.
  const known = agents.data === undefined ? state : { ...state, agentId: agent?.id ?? null };
  const leftover = leftoverMarkers(state);
  const dialledFrom = countryOf(agent?.phoneNumber ?? null) ?? country;
  const offered = state.agentId === null ? [] : (templates.data?.[state.agentId] ?? []);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const submission = submissionOf(known, dialledFrom);
    if (busy || submission.outcome === 'incomplete') return;
    if (submission.outcome === 'refused') {
      const { error, fieldErrors } = submission;
      send({ type: 'refused', error, fieldErrors });
      focusField(form.current, firstInvalidField(fieldErrors));
      return;
    }
    const { outcome: _, ...call } = submission;
    place(call);
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {draft.offered !== null && settled && (
        <DraftOffer
          onRestore={() => {
            if (draft.offered === null) return;
            const form = restored(draft.offered, agents.data ?? [], templates.data ?? {});
            send({ type: 'restored', form });
            draft.dismiss();
          }}
        />
      )}
      {templates.error !== dismissed && <TemplatesError templates={templates} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <AgentField
          agents={agents}
          agent={agent}
          onChoose={(agentId) => send({ type: 'agent-chosen', agentId })}
        />
        <NumberField
          value={state.phoneNumber}
          country={dialledFrom}
          error={state.fieldErrors.phoneNumber}
          contactName={state.contact?.name ?? null}
          onType={(phoneNumber) => send({ type: 'number-typed', phoneNumber })}
          onChoose={(contact) => send({ type: 'contact-chosen', ...contact })}
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
          errors={state.fieldErrors.placeholders}
          onType={(name, value) => {
            send({ type: 'value-typed', name, value });
            setDismissed(templates.error);
          }}
        />
      )}
      <TextArea
        label="Instructions"
        name="instructions"
        hintAbove
        rows={prefill === null ? 3 : 8}
        value={state.instructions}
        onChange={(event) => send({ type: 'instructions-typed', instructions: event.target.value })}
        count={{ length: characterCount(messageOf(state)), max: limits.instructionsMax }}
        error={state.fieldErrors.instructions}
        note={leftover.length > 0 && <LeftoverMarkers names={leftover} />}
        hint={
          state.template === null
            ? 'Custom instructions for this call.'
            : 'Template applied. You can modify the instructions below.'
        }
      />
      {state.error !== null && (
        <AlertBox title="Call Failed" sticky>
          {state.error}
        </AlertBox>
      )}
      <DialogActions>
        <Button
          onClick={() => {
            draft.clear();
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" look="primary" busy={busy} disabled={!canSubmit(known)}>
          {busy ? 'Calling...' : known.agentId === null ? 'Select an agent to call' : 'Place Call'}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Finds the field by its name attribute. */
function focusField(form: HTMLFormElement | null, name: string | null): void {
  const field = name === null ? null : form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
