import { Phone, PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import { cx } from '../../ui/cx.ts';

/** Decoration only: the direction is written beside it. */
export function DirectionIcon({ direction, className }: { direction: string; className?: string }) {
  const Icon = direction === 'inbound' ? PhoneIncoming : direction === 'outbound' ? PhoneOutgoing : Phone;
  return <Icon aria-hidden="true" className={cx('size-4 shrink-0 text-ink-3', className)} />;
}
