import { ConsentView } from '../../../features/consent/consent-view.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { useCountry } from '../../use-read-number.ts';

export function ConsentPage() {
  const country = useCountry();
  return (
    <>
      <PageHeading title="Consent" subtitle="Why campaigns may call people, for each purpose." />
      <ConsentView country={country} />
    </>
  );
}
