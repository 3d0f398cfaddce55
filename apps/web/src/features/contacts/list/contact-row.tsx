import { type ListedContact, languageLabel } from '@parley/contract';
import { memo } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { PhoneNumber } from '../../../ui/phone-number.tsx';

interface ContactRowProps {
  contact: ListedContact;
  /** Position in the list, from 1; only the rows near the viewport are mounted. */
  position: number;
  total: number;
  path: string;
}

export const ContactRow = memo(function ContactRow({ contact, position, total, path }: ContactRowProps) {
  const { name, number, language, doNotCall } = contact;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are in groups, and an li may only be in a list
    <div role="listitem" aria-posinset={position} aria-setsize={total} className="border-t">
      <Link
        to={path}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 px-4 py-2.5 -outline-offset-2 hover:bg-sunken sm:px-5 md:grid-cols-[minmax(0,1fr)_11rem_12rem_7rem]"
      >
        <span className="truncate font-medium">
          <bdi>{name}</bdi>
        </span>
        <PhoneNumber className="text-ink-2 text-sm max-md:text-right">{number}</PhoneNumber>
        <span className="truncate text-ink-3 text-sm">{language !== null && languageLabel(language)}</span>
        <span className="text-right">{doNotCall && <Badge tone="red">Do not call</Badge>}</span>
      </Link>
    </div>
  );
});
