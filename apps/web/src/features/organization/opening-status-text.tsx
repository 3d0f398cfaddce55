import type { OpeningStatus } from '@parley/contract';
import { Status } from '../../ui/status-dot.tsx';

/** Whether the organization is open now, in its own zone: hours are local times there. */
export function OpeningStatusText({ status, zone }: { status: OpeningStatus; zone: string }) {
  const change = status.open ? status.closesAt : status.opensAt;
  const verb = status.open ? 'closes' : 'opens';
  const place = zone.replaceAll('_', ' ');
  return (
    <>
      <Status tone={status.open ? 'green' : 'grey'}>{status.open ? 'Open now' : 'Closed now'}</Status>
      {change === null
        ? ` until further notice (${place})`
        : `, ${verb} ${instantIn(zone, change)} (${place})`}
    </>
  );
}

function instantIn(timeZone: string, at: string): string {
  try {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(new Date(at));
    const day = format({ weekday: 'long', month: 'short', day: 'numeric' });
    return `${day} at ${format({ hour: 'numeric', minute: '2-digit' })}`;
  } catch {
    // A zone that the server knows and this browser does not.
    return at;
  }
}
