import { SpendingCard } from '../../../features/costs/spending-card.tsx';
import { OrganizationView } from '../../../features/organization/organization-view.tsx';
import { useOrganization } from '../../../features/organization/use-organization.ts';
import { PageHeading } from '../../../ui/page-heading.tsx';

export function OrganizationPage() {
  const minute = useOrganization().data?.settings.prices.carrier.outboundPerMinute;
  return (
    <>
      <PageHeading
        title="Organization"
        subtitle="Name, time zone, opening hours and prices, for everything that your agents do"
      />
      <OrganizationView />
      <SpendingCard withoutPrices={minute === null} />
    </>
  );
}
