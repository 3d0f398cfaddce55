import { ApiKeysCard } from '../../../features/api-keys/api-keys-card.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';

export function DevelopersPage() {
  return (
    <>
      <PageHeading title="Developers" subtitle="How other software places calls and reads them." />
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
        <ApiKeysCard />
      </div>
    </>
  );
}
