import { ChevronDown, Settings } from 'lucide-react';
import { Collapsible } from 'radix-ui';
import { NavLink, useLocation } from 'react-router';
import { useMay } from '../../lib/permissions.ts';
import { cx } from '../../ui/cx.ts';
import { paths } from '../paths.ts';
import { FollowUpsBadge } from './follow-ups-badge.tsx';
import { mainItems, type NavigationItem, settingsItems } from './navigation.ts';

const rowClasses = 'flex h-9 w-full items-center gap-3 rounded-box px-2.5 font-medium';
const restClasses = 'text-ink-2 hover:bg-sunken hover:text-ink';

export function SidebarNavigation() {
  const may = useMay();
  return (
    <nav aria-label="Main" className="grid gap-0.5 px-3">
      {mainItems
        .filter(({ permission }) => may(permission))
        .map((item) => (
          <NavigationLink key={item.to} item={item} />
        ))}
      <Collapsible.Root defaultOpen className="grid gap-0.5">
        <Collapsible.Trigger className={cx(rowClasses, restClasses, 'group')}>
          <Settings aria-hidden="true" className="size-4 shrink-0" />
          Settings
          <ChevronDown
            aria-hidden="true"
            className="ml-auto size-4 transition-transform duration-100 group-data-[state=closed]:-rotate-90"
          />
        </Collapsible.Trigger>
        <Collapsible.Content className="ml-[1.125rem] grid gap-0.5 border-l pl-2">
          {settingsItems
            .filter(({ permission }) => may(permission))
            .map((item) => (
              <NavigationLink key={item.to} item={item} />
            ))}
        </Collapsible.Content>
      </Collapsible.Root>
    </nav>
  );
}

function NavigationLink({ item: { to, label, icon: Icon, exact, also } }: { item: NavigationItem }) {
  const isAlso = useLocation().pathname === also;
  return (
    <NavLink
      to={to}
      end={exact}
      className={({ isActive }) => cx(rowClasses, isActive || isAlso ? 'bg-sunken text-ink' : restClasses)}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {label}
      {to === paths.followUps && <FollowUpsBadge />}
    </NavLink>
  );
}
