import { AlertBox } from '../../../ui/alert-box.tsx';
import type { Basics } from './basics.ts';
import { Instructions } from './basics-facts.tsx';
import type { BasicsChoices } from './basics-fields.tsx';
import { BasicsForm } from './basics-form.tsx';
import type { StepProps } from './step-props.ts';
import { useChangeCampaign } from './use-change-campaign.ts';

interface BasicsStepProps extends StepProps {
  choices: BasicsChoices;
  agentName: string;
}

/** The first step of a draft. */
export function BasicsStep({ standing, choices, agentName, onStep }: BasicsStepProps) {
  const { campaign } = standing;
  const { name, purpose, agentId, templateId, policy, file } = campaign;
  const { busy, save, failure } = useChangeCampaign(campaign, () => onStep('file'));
  const isOther = (basics: Basics) =>
    basics.purpose !== purpose || basics.agentId !== agentId || basics.templateId !== templateId;
  const isDirty = (basics: Basics) => basics.name.trim() !== name || isOther(basics);

  function submit(basics: Basics): void {
    const { name: typed, ...rest } = basics;
    if (isDirty(basics)) save({ name: typed, policy, ...(isOther(basics) && { basics: rest }) });
    else onStep('file');
  }

  return (
    <BasicsForm
      initial={{ name, purpose, agentId, templateId }}
      choices={choices}
      kept={{ agentId, agentName, templateId }}
      busy={busy}
      failure={failure === null ? null : { title: 'Failed to save', sentence: failure }}
      isDirty={isDirty}
      onSubmit={submit}
    >
      {(basics) =>
        isOther(basics) ? (
          file !== null && (
            <AlertBox tone="amber" title="The file has to be chosen again">
              {`${file.fileName} was checked for what the campaign is now. It is removed with its rows, and with what was mended in them.`}
            </AlertBox>
          )
        ) : (
          <Instructions prompt={campaign.prompt} />
        )
      }
    </BasicsForm>
  );
}
