import { type DayHours, minutesOf, type OrganizationSettings, weekdays } from '@parley/contract';

/** As they are stored: names trimmed, openings in the order of the day, holidays in that of the year. */
export function normalizedSettings(settings: OrganizationSettings): OrganizationSettings {
  const { week, holidays } = settings.openingHours;
  const { carrier, models } = settings.prices;
  return {
    ...settings,
    name: settings.name.trim(),
    openingHours: {
      week: week && mapWeek(week, inOrder),
      holidays: holidays
        .map((holiday) => ({ ...holiday, name: holiday.name.trim(), hours: inOrder(holiday.hours) }))
        .toSorted((a, b) => a.date.localeCompare(b.date)),
    },
    prices: { carrier, models: models.map((prices) => ({ ...prices, model: prices.model.trim() })) },
  };
}

type Week = NonNullable<OrganizationSettings['openingHours']['week']>;

function mapWeek(week: Week, change: (hours: DayHours) => DayHours): Week {
  return Object.fromEntries(weekdays.map((day) => [day, change(week[day])])) as Week;
}

function inOrder(hours: DayHours): DayHours {
  // Midnight at the end of a day is written in one way.
  const ranges = hours.map(({ from, to }) => ({ from, to: to === '24:00' ? '00:00' : to }));
  return ranges.toSorted((a, b) => minutesOf(a.from) - minutesOf(b.from));
}
