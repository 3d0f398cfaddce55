import { Link } from 'react-router';
import { useSession } from '../../../features/session/session-context.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Deadlines } from '../../dashboard/deadlines.tsx';
import { ProjectProgress } from '../../dashboard/project-progress.tsx';
import { Stats } from '../../dashboard/stats.tsx';
import { paths } from '../../paths.ts';

export function DashboardPage() {
  const session = useSession();
  const firstName = session.status === 'signed-in' ? session.user.firstName : '';
  return (
    <>
      <PageHeading
        title={`Welcome back, ${firstName}!`}
        documentTitle="Dashboard"
        subtitle="The figures below are samples."
        actions={
          <Button asChild look="primary">
            <Link to={paths.calls}>See your calls</Link>
          </Button>
        }
      />
      <div className="grid gap-6">
        <Stats />
        <div className="grid gap-6 xl:grid-cols-2">
          <ProjectProgress />
          <Deadlines />
        </div>
        <p className="text-ink-2">
          New here?{' '}
          <Link to={paths.feature} className="font-medium text-ink underline underline-offset-4">
            Read what the desk can do
          </Link>
        </p>
      </div>
    </>
  );
}
