import { PageHeading } from '../../../ui/page-heading.tsx';

export function TemplatesPage() {
  return <PageHeading title="Outbound Task Templates" />;
}
