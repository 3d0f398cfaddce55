import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useUnsavedChanges } from '../../../lib/use-unsaved-changes.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { DiscardQuestion } from '../../../ui/discard-question.tsx';
import { type Basics, type BasicsMistakes, mistakesIn } from './basics.ts';
import { BasicsFields, type BasicsFieldsProps } from './basics-fields.tsx';
import { focusFirstMistake } from './focus-first-mistake.ts';
import { StepActions, StepCard } from './step-card.tsx';

interface BasicsFormProps extends Pick<BasicsFieldsProps, 'choices' | 'kept'> {
  initial: Basics;
  busy: boolean;
  failure: { title: string; sentence: string } | null;
  /** Whether something was typed that leaving the page would lose. */
  isDirty: (basics: Basics) => boolean;
  onChange?: () => void;
  onSubmit: (basics: Basics) => void;
  /** Below the fields. */
  children?: (basics: Basics) => ReactNode;
}

/** Name, purpose, agent and template, of a campaign that is being made and of a draft. */
export function BasicsForm(props: BasicsFormProps) {
  const { initial, choices, kept, busy, failure, isDirty, onChange, onSubmit, children } = props;
  const [basics, setBasics] = useState(initial);
  const [mistakes, setMistakes] = useState<BasicsMistakes>({});
  const blocker = useUnsavedChanges(isDirty(basics) && !busy);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found = mistakesIn(basics);
    setMistakes(found);
    if (Object.keys(found).length > 0) focusFirstMistake(event.currentTarget);
    else onSubmit({ ...basics, name: basics.name.trim() });
  }

  return (
    <form noValidate onSubmit={submit}>
      <StepCard title="Basics">
        <BasicsFields
          {...{ basics, mistakes, choices, kept, disabled: busy }}
          onChange={(changes) => {
            setBasics((before) => ({ ...before, ...changes }));
            setMistakes((before) => ({
              ...before,
              ...Object.fromEntries(Object.keys(changes).map((key) => [key, undefined])),
            }));
            onChange?.();
          }}
        />
        {children?.(basics)}
      </StepCard>
      {failure !== null && (
        <AlertBox title={failure.title} className="mt-5">
          {failure.sentence}
        </AlertBox>
      )}
      <StepActions>
        <Button look="primary" type="submit" busy={busy}>
          {busy ? 'Saving...' : 'Continue'}
        </Button>
      </StepActions>
      <DiscardQuestion
        open={blocker.state === 'blocked'}
        onKeep={() => blocker.reset?.()}
        onDiscard={() => blocker.proceed?.()}
      />
    </form>
  );
}
