import { TemplatesView } from '../../../features/templates/templates-view.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';

export function TemplatesPage() {
  return (
    <>
      <PageHeading
        title="Outbound Task Templates"
        subtitle="Manage your agent templates for outbound tasks"
      />
      <TemplatesView />
    </>
  );
}
