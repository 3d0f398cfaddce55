import { campaignRoutes } from '@parley/contract';
import { type SubmitEvent, useState } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import type { Agent } from '../../../lib/parsing/agents.ts';
import { parseCampaign } from '../../../lib/parsing/campaigns.ts';
import type { TemplatesByAgent } from '../../../lib/parsing/templates.ts';
import { useSend } from '../../../lib/use-send.ts';
import { useUnsavedChanges } from '../../../lib/use-unsaved-changes.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { DiscardQuestion } from '../../../ui/discard-question.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { BackToCampaigns } from '../back-to-campaigns.tsx';
import { useCampaignsChanged } from '../use-campaigns.ts';
import { type Basics, type BasicsMistakes, mistakesIn, noBasics } from './basics.ts';
import { BasicsFields } from './basics-fields.tsx';
import { focusFirstMistake } from './focus-first-mistake.ts';
import type { Loaded } from './loaded.ts';
import { StepActions, StepCard } from './step-card.tsx';
import { StepList } from './step-list.tsx';

export interface NewCampaignProps {
  agents: Loaded<readonly Agent[]>;
  templates: Loaded<TemplatesByAgent>;
  /** Of a campaign whose file was cancelled. */
  initial: Basics | null;
  listPath: string;
  templatesPath: string;
  onCreated: (id: string) => void;
}

/** The first step. The campaign is there as soon as it is sent, and the others are at its own address. */
export function NewCampaignView(props: NewCampaignProps) {
  const { agents, templates, initial, listPath, templatesPath, onCreated } = props;
  const api = useApi();
  const changed = useCampaignsChanged();
  const [basics, setBasics] = useState(initial ?? noBasics);
  const [mistakes, setMistakes] = useState<BasicsMistakes>({});
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'create-campaign',
    once: true,
    act: async (body: Basics) => {
      const created = parseCampaign(await api.send(campaignRoutes.createCampaign, { body }));
      if (created === undefined)
        throw new ApiError('The server did not say which campaign it has made.', 0, 'bad_response');
      return created.id;
    },
    onDone: async (id) => {
      onCreated(id);
      await changed();
    },
    onFailed: (error) => setFailure(sentenceOf(error)),
  });
  const isTyped = basics.name.trim() !== '' || basics.agentId !== '';
  const blocker = useUnsavedChanges(isTyped && !busy);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    setFailure(null);
    const found = mistakesIn(basics);
    setMistakes(found);
    if (Object.keys(found).length > 0) focusFirstMistake(event.currentTarget);
    else send({ ...basics, name: basics.name.trim() });
  }

  return (
    <>
      <BackToCampaigns to={listPath} />
      <PageHeading title="New Campaign" subtitle="Who calls, what for, and with which instructions." />
      <StepList current="basics" standing={null} pathOf={() => ''} />
      <form noValidate onSubmit={submit}>
        <StepCard title="Basics">
          <BasicsFields
            {...{ basics, mistakes, agents, templates, templatesPath, disabled: busy }}
            onChange={(changes) => {
              setBasics((before) => ({ ...before, ...changes }));
              setMistakes((before) => ({
                ...before,
                ...Object.fromEntries(Object.keys(changes).map((key) => [key, undefined])),
              }));
              setFailure(null);
            }}
          />
        </StepCard>
        {failure !== null && (
          <AlertBox title="Failed to make the campaign" className="mt-5">
            {failure}
          </AlertBox>
        )}
        <StepActions>
          <Button look="primary" type="submit" busy={busy}>
            {busy ? 'Saving...' : 'Continue'}
          </Button>
        </StepActions>
      </form>
      <DiscardQuestion
        open={blocker.state === 'blocked'}
        onKeep={() => blocker.reset?.()}
        onDiscard={() => blocker.proceed?.()}
      />
    </>
  );
}
