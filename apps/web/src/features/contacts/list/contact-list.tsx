import type { ListedContact } from '@parley/contract';
import { inGroups } from '../../../lib/in-groups.ts';
import { useNearViewport } from '../../../ui/use-near-viewport.ts';
import { ContactRow } from './contact-row.tsx';

/** Rows that are mounted and unmounted together. */
const groupSize = 50;

/** Estimated row height, until the group has been rendered and measured. */
const rowPx = 43;

interface ContactListProps {
  contacts: readonly ListedContact[];
  pathOf: (number: string) => string;
}

export function ContactList({ contacts, pathOf }: ContactListProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are in groups, and a ul may contain only li
    <div role="list" aria-label="Contacts">
      {inGroups(contacts, groupSize).map((group, index) => (
        <ContactGroup
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is a range of indexes, whoever is in it
          key={index}
          contacts={group}
          start={index * groupSize}
          total={contacts.length}
          pathOf={pathOf}
        />
      ))}
    </div>
  );
}

interface ContactGroupProps extends ContactListProps {
  /** Index of the first contact in the whole list, and the length of the list. */
  start: number;
  total: number;
}

/** Rows near the viewport, or an empty box of the same height. */
function ContactGroup({ contacts, start, total, pathOf }: ContactGroupProps) {
  const { ref, near, height } = useNearViewport(start === 0);
  return (
    <div
      ref={ref}
      role="presentation"
      {...(!near && { style: { height: height ?? contacts.length * rowPx } })}
    >
      {near &&
        contacts.map((contact, index) => (
          <ContactRow
            key={contact.id}
            contact={contact}
            position={start + index + 1}
            total={total}
            path={pathOf(contact.number)}
          />
        ))}
    </div>
  );
}
