import { campaignRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '../../../../lib/api-context.ts';
import { parsePreview } from '../../../../lib/parsing/campaigns.ts';
import { useMay } from '../../../../lib/permissions.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import { useConsentRules } from '../../../../lib/use-consent-rules.ts';
import { useRetry } from '../../../../lib/use-send.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import { LoadState } from '../../../../ui/load-state.tsx';
import { StepActions, StepCard } from '../step-card.tsx';
import type { StepProps } from '../step-props.ts';
import { countOf } from '../steps.ts';
import { EstimateCard } from './estimate-card.tsx';
import { ExamplesCard } from './examples-card.tsx';
import { StartCard } from './start-card.tsx';
import { startingGround } from './starting-ground.ts';
import { TestCard } from './test-card.tsx';

interface StartStepProps extends StepProps {
  agentName: string;
  readNumber: (typed: string) => string | null;
  callPathOf: (callId: string) => string;
  consentPath: string;
  onStarted: () => void;
}

/** The last step: what is said, how long it takes, a call to oneself, and the start. */
export function StartStep(props: StartStepProps) {
  const { standing, mayChange, pathOf, agentName, readNumber, callPathOf, consentPath, onStarted } = props;
  const { campaign, counts } = standing;
  const may = useMay();
  const query = usePreview(campaign.id);
  const retry = useRetry(query.refetch);
  const rules = useConsentRules().data;
  const ground = rules && startingGround(rules, campaign.purpose, Date.now());
  const people = countOf(counts, 'pending');
  const [first] = query.data?.examples ?? [];
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {people === 0 && (
          <AlertBox
            tone="amber"
            title="Nobody can be called yet"
            action={
              <Button asChild>
                <Link to={pathOf('check')}>Check Rows</Link>
              </Button>
            }
          >
            Every row has to be mended or was refused.
          </AlertBox>
        )}
        {query.data === undefined ? (
          <StepCard title="Preview">
            <LoadState
              query={query}
              onRetry={retry.send}
              loading="Loading preview..."
              failed="Failed to load the preview"
            />
          </StepCard>
        ) : (
          <>
            <ExamplesCard examples={query.data.examples} agentName={agentName} />
            <EstimateCard
              estimate={query.data.estimate}
              toFix={countOf(counts, 'to_fix')}
              refused={countOf(counts, 'refused')}
              groundMissing={ground?.kind === 'missing'}
            />
          </>
        )}
        {first !== undefined && may(campaignRoutes.testCampaign.permission) && (
          <TestCard campaign={campaign} example={first} readNumber={readNumber} callPathOf={callPathOf} />
        )}
        {people > 0 && mayChange && may(campaignRoutes.startCampaign.permission) && (
          <StartCard
            {...{ campaign, people, agentName, consentPath, onStarted }}
            consented={query.data?.estimate.consented}
          />
        )}
      </div>
      <StepActions>
        <Button asChild className="sm:mr-auto">
          <Link to={pathOf('policy')}>Back</Link>
        </Button>
      </StepActions>
    </>
  );
}

function usePreview(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.campaignPreview(id),
    queryFn: ({ signal }) =>
      api.get(campaignRoutes.previewCampaign, parsePreview, { params: { id }, signal }),
  });
}
