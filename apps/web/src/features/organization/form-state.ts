import {
  type CarrierPrices,
  type Holiday,
  type ModelPrices,
  type OpenRange,
  type OrganizationSettings,
  type Weekday,
  weekdays,
} from '@parley/contract';
import { parsePrice, priceText } from './price-text.ts';

type Texts<Prices> = { readonly [Name in keyof Prices]: string };

/** What is typed: like the settings, with prices as text, and with hours that stay while they are switched off. */
export interface FormState {
  readonly name: string;
  /** Empty: not known. */
  readonly country: string;
  readonly timeZone: string;
  readonly language: string;
  readonly currency: string;
  readonly aroundTheClock: boolean;
  readonly week: Readonly<Record<Weekday, readonly OpenRange[]>>;
  readonly holidays: readonly Holiday[];
  readonly carrier: Texts<CarrierPrices>;
  readonly models: readonly Texts<ModelPrices>[];
}

/** Where somebody switches hours on for the first time. */
const usualDay: readonly OpenRange[] = [{ from: '09:00', to: '17:00' }];
const usualWeek: FormState['week'] = {
  monday: usualDay,
  tuesday: usualDay,
  wednesday: usualDay,
  thursday: usualDay,
  friday: usualDay,
  saturday: [],
  sunday: [],
};

export function formOf(settings: OrganizationSettings): FormState {
  const { name, country, timeZone, language, currency, openingHours, prices } = settings;
  return {
    ...{ name, timeZone, language, currency },
    country: country ?? '',
    aroundTheClock: openingHours.week === null,
    week: openingHours.week ?? usualWeek,
    holidays: openingHours.holidays,
    carrier: textsOf(prices.carrier),
    models: prices.models.map(({ model, ...each }) => ({ model, ...textsOf(each) })),
  };
}

export function settingsOf(form: FormState): OrganizationSettings {
  const { name, country, timeZone, language, currency } = form;
  return {
    ...{ name, timeZone, language, currency },
    country: country === '' ? null : country,
    openingHours: {
      week: form.aroundTheClock ? null : mutableWeek(form.week),
      holidays: form.holidays.map((holiday) => ({ ...holiday })),
    },
    prices: {
      carrier: pricesOf(form.carrier),
      models: form.models.map(({ model, ...each }) => ({ model, ...pricesOf(each) })),
    },
  };
}

function mutableWeek(week: FormState['week']) {
  return Object.fromEntries(weekdays.map((day) => [day, [...week[day]]])) as Record<Weekday, OpenRange[]>;
}

function textsOf<Name extends string>(prices: Readonly<Record<Name, number | null>>): Record<Name, string> {
  const entries = Object.entries<number | null>(prices);
  return Object.fromEntries(entries.map(([name, price]) => [name, priceText(price)])) as Record<Name, string>;
}

function pricesOf<Name extends string>(texts: Readonly<Record<Name, string>>): Record<Name, number | null> {
  const entries = Object.entries<string>(texts);
  return Object.fromEntries(entries.map(([name, text]) => [name, parsePrice(text)])) as Record<
    Name,
    number | null
  >;
}

/** Compares what would be saved: hours that are switched off do not count. */
export function isChanged(form: FormState, settings: OrganizationSettings): boolean {
  return JSON.stringify(settingsOf(form)) !== JSON.stringify(settingsOf(formOf(settings)));
}
