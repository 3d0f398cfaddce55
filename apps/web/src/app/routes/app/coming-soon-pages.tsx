import { PageHeading } from '../../../ui/page-heading.tsx';

export function FeatureDetailsPage() {
  return <PageHeading title="Feature Details" />;
}
export function TasksPage() {
  return <PageHeading title="Tasks" />;
}
export function CalendarPage() {
  return <PageHeading title="Calendar" />;
}
export function TeamPage() {
  return <PageHeading title="Team" />;
}
export function SettingsPage() {
  return <PageHeading title="Settings" />;
}
