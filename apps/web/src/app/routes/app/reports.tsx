import { callFilterParams, routes } from '@parley/contract';
import { Link } from 'react-router';
import { engineNames } from '../../../features/agents/engine-names.ts';
import { useOrganization } from '../../../features/organization/use-organization.ts';
import { ReportsView } from '../../../features/reports/reports-view.tsx';
import { useMay } from '../../../lib/permissions.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadStateCard } from '../../../ui/load-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { paths } from '../../paths.ts';

export function ReportsPage() {
  const may = useMay();
  const query = useOrganization();
  const retry = useRetry(query.refetch);
  // Which day it is depends on the organization's time zone.
  if (query.data === undefined)
    return (
      <>
        <PageHeading title="Reports" subtitle="Real figures of your calls." />
        <LoadStateCard
          query={query}
          onRetry={retry.send}
          loading="Loading the report..."
          failed="Failed to load the organization"
        />
      </>
    );
  const { name, timeZone } = query.data.settings;
  return (
    <ReportsView
      organization={{ name, timeZone }}
      engineNames={engineNames}
      callsPath={(filter) => `${paths.calls}?${callFilterParams(filter)}`}
      firstCall={
        may(routes.placeCall.permission) && (
          <Button asChild>
            <Link to={paths.newCall}>Place a first call</Link>
          </Button>
        )
      }
    />
  );
}
