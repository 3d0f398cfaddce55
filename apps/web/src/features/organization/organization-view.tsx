import { useRetry } from '../../lib/use-send.ts';
import { LoadStateCard } from '../../ui/load-state.tsx';
import type { OtherSettings } from './card-props.ts';
import { OrganizationForm } from './organization-form.tsx';
import { useOrganization } from './use-organization.ts';

export function OrganizationView({ others }: { others: OtherSettings }) {
  const query = useOrganization();
  const retry = useRetry(query.refetch);
  if (query.data !== undefined) return <OrganizationForm organization={query.data} others={others} />;
  return (
    <LoadStateCard
      query={query}
      onRetry={retry.send}
      loading="Loading settings..."
      failed="Failed to load settings"
    />
  );
}
