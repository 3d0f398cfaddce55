import { organizationNameMax } from '@parley/contract';
import { useId } from 'react';
import { zoneOptions } from '../../lib/zone-options.ts';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { CardProps } from './card-props.ts';
import { countryOptions, languageOptions, withCurrent } from './region-options.ts';

export function GeneralCard({ form, errors, disabled, change }: CardProps) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader titleId={titleId} title="General" />
      <CardBody className="grid gap-4 sm:grid-cols-2">
        <TextField
          className="sm:col-span-2"
          label="Name"
          hint="What agents call the organization."
          autoComplete="off"
          required
          disabled={disabled}
          count={
            form.name.length > organizationNameMax - 20
              ? { length: form.name.length, max: organizationNameMax }
              : undefined
          }
          error={errors.get('name')}
          value={form.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <NativeSelect
          label="Country"
          hint="Phone numbers typed without a country code belong to it, unless the agent has a number of its own."
          disabled={disabled}
          error={errors.get('country')}
          options={withCurrent(countryOptions, form.country)}
          value={form.country}
          onValueChange={(country) => change({ country })}
        />
        <NativeSelect
          label="Default Language"
          hint="What an empty new agent speaks."
          disabled={disabled}
          error={errors.get('language')}
          options={withCurrent(languageOptions, form.language)}
          value={form.language}
          onValueChange={(language) => change({ language })}
        />
        <NativeSelect
          label="Time Zone"
          hint="What “today” means to agents, and the zone of the opening hours."
          disabled={disabled}
          error={errors.get('timeZone')}
          options={withCurrent(zoneOptions, form.timeZone)}
          value={form.timeZone}
          onValueChange={(timeZone) => change({ timeZone })}
        />
      </CardBody>
    </Card>
  );
}
