import {
  type ConfigProblem,
  characterCount,
  checkOutcomeFields,
  detectPlaceholders,
  limits,
  nameAndPromptSentence,
  noAgentSentence,
  type OutcomeField,
  placeholderDefaults,
} from '@parley/contract';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useDraft } from '../../lib/drafts.ts';
import { countFrom } from '../../lib/text-count.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { DraftOffer } from '../../ui/draft-offer.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { DefaultValues } from './default-values.tsx';
import type { ErrorText } from './error-texts.ts';
import { groupName } from './group-name.ts';
import { OutcomeFields } from './outcome-fields.tsx';
import {
  fieldsChanged,
  isChanged,
  parseTemplateDraft,
  type TemplateDraft,
  type TemplateEdit,
  templateDraftName,
} from './template-draft.ts';
import { useSaveTemplate } from './use-save-template.ts';

interface TemplateFormProps {
  editing: TemplateEdit;
  onDone: () => void;
  /** Whether closing the form would lose input. */
  onDirtyChange: (dirty: boolean) => void;
}

export function TemplateForm({ editing, onDone, onDirtyChange }: TemplateFormProps) {
  const { agentId, template } = editing;
  const [name, setName] = useState(template?.name ?? '');
  const [prompt, setPrompt] = useState(template?.prompt ?? '');
  const [defaults, setDefaults] = useState<Readonly<Record<string, string>>>(template?.placeholders ?? {});
  const [outcomeFields, setOutcomeFields] = useState<readonly OutcomeField[] | null>(
    template?.outcomeFields ?? null,
  );
  const [fieldProblems, setFieldProblems] = useState<readonly ConfigProblem[]>([]);
  const [error, setError] = useState<ErrorText | null>(null);
  const { busy, save } = useSaveTemplate({
    onAccepted: () => draft.clear(),
    onSaved: onDone,
    onFailed: setError,
  });
  const form = useRef<HTMLFormElement>(null);
  // The field is marked only after it has been rendered.
  useEffect(() => {
    if (fieldProblems.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [fieldProblems]);
  const typed = { name, prompt, defaults, outcomeFields };
  const draft = useDraft({
    form: templateDraftName(editing),
    value: isChanged(typed, template) ? typed : null,
    parse: parseTemplateDraft,
    busy,
    onDirtyChange,
  });

  function restore({ name, prompt, defaults, outcomeFields }: TemplateDraft): void {
    setOutcomeFields(outcomeFields);
    setName(name);
    setPrompt(prompt);
    setDefaults(defaults);
    draft.dismiss();
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (busy) return;
    const fault =
      name.trim() === '' || prompt.trim() === ''
        ? nameAndPromptSentence
        : template === null && agentId === ''
          ? noAgentSentence
          : null;
    setError(fault === null ? null : { title: fault, detail: null });
    if (fault !== null) {
      focusFirst(event.currentTarget, { name, prompt });
      return;
    }
    const problems = checkOutcomeFields('outcomeFields', outcomeFields ?? []);
    setFieldProblems(problems);
    if (problems[0] !== undefined) {
      setError({ title: problems[0].sentence, detail: null });
      return;
    }
    save({
      agentId,
      templateId: template?._id ?? null,
      name,
      prompt,
      placeholders: placeholderDefaults(prompt, defaults),
      // Left out while nobody has changed them: what an earlier release sends leaves them as they are, too.
      ...(fieldsChanged(typed, template) ? { outcomeFields } : {}),
    });
  }

  /** Shown at the field after a submit, while it is empty. */
  const isMissing = (text: string) => error?.title === nameAndPromptSentence && text.trim() === '';
  const label = template === null ? 'Create Template' : 'Update Template';
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {draft.offered !== null && (
        <DraftOffer onRestore={() => draft.offered !== null && restore(draft.offered)} />
      )}
      <TextField label="Agent" value={groupName(agentId)} readOnly />
      <TextField
        label="Template Name *"
        name="name"
        required
        count={countFrom(name, limits.templateNameMax)}
        error={isMissing(name) ? 'Give the template a name.' : null}
        data-autofocus
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label="Prompt Message *"
        name="prompt"
        required
        count={{ length: characterCount(prompt), max: limits.promptMax }}
        error={isMissing(prompt) ? 'Write what the agent should do.' : null}
        rows={6}
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
        hint="Use <Placeholder Name> for dynamic values"
      />
      <DefaultValues
        names={detectPlaceholders(prompt)}
        values={defaults}
        onType={(placeholder, value) => setDefaults((given) => ({ ...given, [placeholder]: value }))}
      />
      <OutcomeFields
        fields={outcomeFields}
        problems={fieldProblems}
        onChange={(fields) => {
          setOutcomeFields(fields);
          setFieldProblems([]);
        }}
      />
      {error !== null && (
        <AlertBox sticky>
          <p>{error.title}</p>
          {error.detail !== null && <p className="text-ink-2 text-sm">{error.detail}</p>}
        </AlertBox>
      )}
      <DialogActions>
        <Button
          onClick={() => {
            draft.clear();
            onDone();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Saving...' : label}
        </Button>
      </DialogActions>
    </form>
  );
}

function focusFirst(form: HTMLFormElement, texts: Readonly<Record<string, string>>): void {
  const name = Object.keys(texts).find((key) => texts[key]?.trim() === '');
  const field = name === undefined ? null : form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
