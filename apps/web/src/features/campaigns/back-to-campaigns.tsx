import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';

export function BackToCampaigns({ to }: { to: string }) {
  return (
    <Button asChild look="quiet" className="-mt-2 -ml-3.5 mb-3">
      <Link to={to}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to Campaigns
      </Link>
    </Button>
  );
}
