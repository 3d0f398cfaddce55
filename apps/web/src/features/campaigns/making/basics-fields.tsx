import { characterCount, limits } from '@parley/contract';
import { Link } from 'react-router';
import type { Agent } from '../../../lib/parsing/agents.ts';
import type { TemplatesByAgent } from '../../../lib/parsing/templates.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import type { SelectOption } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { purposeOrder, purposes } from '../purposes.ts';
import type { Basics, BasicsMistakes } from './basics.ts';
import type { Loaded } from './loaded.ts';

/** Who can call, and with which text. */
export interface BasicsChoices {
  agents: Loaded<readonly Agent[]>;
  templates: Loaded<TemplatesByAgent>;
  templatesPath: string;
}

export interface BasicsFieldsProps {
  basics: Basics;
  mistakes: BasicsMistakes;
  choices: BasicsChoices;
  /** Of a draft: agent and template can be gone, and their text is kept. */
  kept?: { agentId: string; agentName: string; templateId: string } | undefined;
  disabled: boolean;
  onChange: (changes: Partial<Basics>) => void;
}

export function BasicsFields(props: BasicsFieldsProps) {
  const { basics, mistakes, disabled, onChange } = props;
  return (
    <>
      <TextField
        label="Name *"
        autoComplete="off"
        placeholder="Recall in November"
        value={basics.name}
        disabled={disabled}
        error={mistakes.name}
        count={{ length: characterCount(basics.name), max: limits.campaignNameMax }}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <ChoiceField
        label="What the calls are for"
        columns={2}
        disabled={disabled}
        choices={purposeOrder.map((value) => ({
          value,
          label: purposes[value].name,
          hint: purposes[value].hint,
        }))}
        value={basics.purpose}
        onValueChange={(purpose) => onChange({ purpose })}
      />
      <WhoCalls {...props} />
    </>
  );
}

function WhoCalls(props: BasicsFieldsProps) {
  const { basics, mistakes, kept, disabled, onChange } = props;
  const { agents, templates, templatesPath } = props.choices;
  const failing = agents.data === undefined ? agents : templates;
  const retry = useRetry(failing.refetch);
  if (agents.data === undefined || templates.data === undefined)
    return (
      <LoadState
        query={failing}
        onRetry={retry.send}
        loading="Loading agents and templates..."
        failed="Failed to load agents and templates"
        compact
      />
    );
  const named = agents.data.map(({ id, displayName }) => ({ value: id, label: displayName }));
  const listed = (templates.data[basics.agentId] ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  const offered =
    kept === undefined || kept.agentId !== basics.agentId
      ? listed
      : withKept(listed, { value: kept.templateId, label: 'The text that the campaign has' });
  const isWithout = basics.agentId !== '' && offered.length === 0;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NativeSelect
        label="Agent *"
        disabled={disabled}
        value={basics.agentId}
        error={mistakes.agentId}
        options={[
          { value: '', label: 'Choose an agent' },
          ...(kept === undefined ? named : withKept(named, { value: kept.agentId, label: kept.agentName })),
        ]}
        onValueChange={(agentId) => onChange({ agentId, templateId: '' })}
      />
      <NativeSelect
        label="Template *"
        disabled={disabled || basics.agentId === '' || isWithout}
        value={basics.templateId}
        error={mistakes.templateId}
        options={[
          { value: '', label: basics.agentId === '' ? 'Choose an agent first' : 'Choose a template' },
          ...offered,
        ]}
        note={
          isWithout && (
            <>
              This agent has no templates.{' '}
              <Link to={templatesPath} className="underline underline-offset-4">
                Make one
              </Link>{' '}
              with the instructions and a placeholder for whatever differs from person to person.
            </>
          )
        }
        hint="Its text is copied now: changes of the template later do not change the campaign."
        onValueChange={(templateId) => onChange({ templateId })}
      />
    </div>
  );
}

function withKept(options: readonly SelectOption[], kept: SelectOption): readonly SelectOption[] {
  return options.some(({ value }) => value === kept.value) ? options : [kept, ...options];
}
