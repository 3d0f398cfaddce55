import { webhookRoutes } from '@parley/contract';
import { BookOpen } from 'lucide-react';
import { Link } from 'react-router';
import { ApiKeysCard } from '../../../features/api-keys/api-keys-card.tsx';
import { useMay } from '../../../lib/permissions.ts';
import { useCode } from '../../../lib/use-code.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { paths } from '../../paths.ts';

export function DevelopersPage() {
  const may = useMay();
  return (
    <>
      <PageHeading
        title="Developers"
        subtitle="How other software places calls and reads them."
        actions={
          <Button asChild>
            <Link to={paths.apiDocs}>
              <BookOpen aria-hidden="true" className="size-4" />
              API Reference
            </Link>
          </Button>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
        <ApiKeysCard />
        {may(webhookRoutes.listWebhooks.permission) && <Webhooks />}
      </div>
    </>
  );
}

/** Below the keys, so its code may come later. */
function Webhooks() {
  const load = async () => (await import('../../../features/webhooks/webhooks-card.tsx')).WebhooksCard;
  const { query, part: Card, retry } = useCode('webhooks', load);
  if (Card !== undefined) return <Card />;
  return <LoadState query={query} onRetry={retry} loading="Loading webhooks..." failed="Failed to load" />;
}
