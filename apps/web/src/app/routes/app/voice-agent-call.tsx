import { PageHeading } from '../../../ui/page-heading.tsx';

export function CallPage() {
  return <PageHeading title="Call" />;
}
