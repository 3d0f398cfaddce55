import { useNavigate } from 'react-router';
import { useAgents } from '../features/agents/use-agents.ts';
import { TestCallCard } from '../features/calls/test-call/test-call-card.tsx';
import { useOrganization } from '../features/organization/use-organization.ts';
import { useCalling } from '../lib/use-calling.ts';
import { paths } from './paths.ts';

export function TestCall() {
  const navigate = useNavigate();
  const deployment = useCalling().data?.country ?? null;
  const country = useOrganization().data?.settings.country ?? deployment;
  const { data, error, isFetching, refetch } = useAgents();
  return (
    <TestCallCard
      agents={{ data, error, isFetching, refetch }}
      country={country}
      onPlaced={() => void navigate(paths.calls)}
    />
  );
}
