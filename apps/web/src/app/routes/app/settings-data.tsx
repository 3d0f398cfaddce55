import { lazyPart } from '../../../features/agents/lazy-part.tsx';
import { ErasuresCard } from '../../../features/data/erasures-card.tsx';
import { PersonCard } from '../../../features/data/person-card.tsx';
import { RetentionCard } from '../../../features/data/retention-card.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { useReadNumber } from '../../use-read-number.ts';

const RecordingsCard = lazyPart(
  'the recordings',
  async () => (await import('../../../features/data/recordings/recordings-card.tsx')).RecordingsCard,
);

export function DataPage() {
  const readNumber = useReadNumber();
  return (
    <>
      <PageHeading title="Data" subtitle="What is kept, for how long, and about whom." />
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        <PersonCard readNumber={readNumber} />
        <ErasuresCard />
        <RecordingsCard />
        <RetentionCard />
      </div>
    </>
  );
}
