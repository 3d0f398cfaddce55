import { SpendingCard } from '../../../features/costs/spending-card.tsx';
import { OrganizationView } from '../../../features/organization/organization-view.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';

export function OrganizationPage() {
  return (
    <>
      <PageHeading
        title="Organization"
        subtitle="Name, time zone, opening hours and prices, for everything that your agents do"
      />
      <OrganizationView />
      <SpendingCard />
    </>
  );
}
