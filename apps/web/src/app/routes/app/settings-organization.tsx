import { useSpendingLimits } from '../../../features/costs/use-spending-limits.tsx';
import { OrganizationView } from '../../../features/organization/organization-view.tsx';
import { useOrganization } from '../../../features/organization/use-organization.ts';
import { PageHeading } from '../../../ui/page-heading.tsx';

export function OrganizationPage() {
  const minute = useOrganization().data?.settings.prices.carrier.outboundPerMinute;
  const limits = useSpendingLimits({ withoutPrices: minute === null });
  return (
    <>
      <PageHeading
        title="Organization"
        subtitle="Name, time zone, opening hours, prices and spending limits, for everything that your agents do"
      />
      <OrganizationView others={limits} />
    </>
  );
}
