import { useRetry } from '../../lib/use-send.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadingNote } from '../../ui/spinner.tsx';
import { OrganizationForm } from './organization-form.tsx';
import { useOrganization } from './use-organization.ts';

export function OrganizationView() {
  const query = useOrganization();
  const retry = useRetry(query.refetch);
  if (query.data !== undefined) return <OrganizationForm organization={query.data} />;
  return (
    <Card className="grid min-h-[max(20rem,calc(100dvh-14rem))]">
      {query.error === null ? (
        <LoadingNote>Loading settings...</LoadingNote>
      ) : (
        <div className="p-5">
          <AlertBox
            title="Failed to load settings"
            action={
              <Button busy={query.isFetching} onClick={() => retry.send()}>
                Retry
              </Button>
            }
          >
            {query.error.message}
          </AlertBox>
        </div>
      )}
    </Card>
  );
}
