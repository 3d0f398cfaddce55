import { CalendarDays, ListChecks, type LucideIcon, SlidersHorizontal, Sparkles, Users } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { paths } from '../../paths.ts';

interface ComingSoonProps {
  title: string;
  icon: LucideIcon;
  /** What the page will be for, in one sentence. */
  plan: string;
  /** A link to a page that exists. */
  instead: { label: string; to: string };
}

function ComingSoon({ title, icon, plan, instead }: ComingSoonProps) {
  return (
    <>
      <PageHeading title={title} subtitle="Coming soon" />
      <Card>
        <EmptyState
          icon={icon}
          className="py-20"
          action={
            <Button asChild>
              <Link to={instead.to}>{instead.label}</Link>
            </Button>
          }
        >
          {plan}
        </EmptyState>
      </Card>
    </>
  );
}

export function FeatureDetailsPage() {
  return (
    <ComingSoon
      title="Feature Details"
      icon={Sparkles}
      plan="This page will go through each feature with its settings and examples. The overview has the short version."
      instead={{ label: 'Back to the overview', to: paths.feature }}
    />
  );
}

export function TasksPage() {
  return (
    <ComingSoon
      title="Tasks"
      icon={ListChecks}
      plan="What a call leaves open will land here as a task for somebody. Until then the summary of each call says it."
      instead={{ label: 'See your calls', to: paths.calls }}
    />
  );
}

export function CalendarPage() {
  return (
    <ComingSoon
      title="Calendar"
      icon={CalendarDays}
      plan="Calls planned for later will stand here by day. Today a call starts the moment you place it."
      instead={{ label: 'See your calls', to: paths.calls }}
    />
  );
}

export function TeamPage() {
  return (
    <ComingSoon
      title="Team"
      icon={Users}
      plan="Who has an account and which role will be managed here. For now your administrator does it on the server."
      instead={{ label: 'Go to the dashboard', to: paths.app }}
    />
  );
}

export function SettingsPage() {
  return (
    <ComingSoon
      title="Settings"
      icon={SlidersHorizontal}
      plan="General settings will be here. The templates of your agents have a page of their own already."
      instead={{ label: 'Manage the templates', to: paths.templates }}
    />
  );
}
