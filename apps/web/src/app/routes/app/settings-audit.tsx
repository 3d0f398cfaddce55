import { AuditView } from '../../../features/audit/audit-view.tsx';

export function AuditPage() {
  return <AuditView />;
}
