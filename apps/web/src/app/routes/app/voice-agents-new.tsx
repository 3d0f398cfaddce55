import { PageHeading } from '../../../ui/page-heading.tsx';

export function NewCallPage() {
  return <PageHeading title="Create New Call" />;
}
