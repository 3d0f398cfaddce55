import { BookOpen } from 'lucide-react';
import { Link } from 'react-router';
import { ApiKeysCard } from '../../../features/api-keys/api-keys-card.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { paths } from '../../paths.ts';

export function DevelopersPage() {
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
      </div>
    </>
  );
}
