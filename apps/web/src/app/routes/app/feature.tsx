import { PageHeading } from '../../../ui/page-heading.tsx';

export function FeaturePage() {
  return <PageHeading title="Features" />;
}
