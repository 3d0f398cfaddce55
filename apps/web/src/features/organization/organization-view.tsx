import { useRetry } from '../../lib/use-send.ts';
import { LoadStateCard } from '../../ui/load-state.tsx';
import { OrganizationForm } from './organization-form.tsx';
import { useOrganization } from './use-organization.ts';

export function OrganizationView() {
  const query = useOrganization();
  const retry = useRetry(query.refetch);
  if (query.data !== undefined) return <OrganizationForm organization={query.data} />;
  return (
    <LoadStateCard
      query={query}
      onRetry={retry.send}
      loading="Loading settings..."
      failed="Failed to load settings"
    />
  );
}
