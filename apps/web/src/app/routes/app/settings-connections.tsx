import { Link, useNavigate, useSearchParams } from 'react-router';
import { ConnectionsView } from '../../../features/connections/connections-view.tsx';
import { useCalling } from '../../../lib/use-calling.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { paths } from '../../paths.ts';

export function ConnectionsPage() {
  const navigate = useNavigate();
  const isFromGoLive = useSearchParams()[0].get('from') === 'go-live';
  const isReal = useCalling().data?.side === 'real';
  return (
    <>
      <PageHeading
        title="Connections"
        subtitle="What your desk is connected to. Secrets are stored encrypted and never shown again."
        actions={
          <Button asChild look={isReal ? 'secondary' : 'primary'}>
            <Link to={paths.goLive}>
              {isFromGoLive ? 'Back to Go Live' : isReal ? 'Real Calls' : 'Go Live'}
            </Link>
          </Button>
        }
      />
      <ConnectionsView onReturn={isFromGoLive ? () => navigate(paths.goLive) : null} />
    </>
  );
}
