import type { CarrierPrices } from '@parley/contract';
import { useId } from 'react';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import type { CardProps } from './card-props.ts';
import { ModelPriceRows } from './model-price-rows.tsx';
import { PriceField } from './price-field.tsx';
import { currencyOptions, withCurrent } from './region-options.ts';

const carrierFields: readonly { name: keyof CarrierPrices; label: string; hint: string }[] = [
  { name: 'outboundPerMinute', label: 'Outbound Minute', hint: 'A minute of a call that an agent places.' },
  { name: 'inboundPerMinute', label: 'Inbound Minute', hint: 'A minute of a call that comes in.' },
  {
    name: 'relayPerMinute',
    label: 'Speech, Relay Engine',
    hint: 'Added to each minute: the carrier hears and speaks.',
  },
  {
    name: 'streamPerMinute',
    label: 'Audio Stream, Realtime Engine',
    hint: 'Added to each minute: the audio stream.',
  },
];

export function PricesCard(props: CardProps) {
  const { form, errors, disabled, change } = props;
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        titleId={titleId}
        title="Currency and Prices"
        subtitle="What calls cost is counted with these. Leave a price empty that you do not know."
      />
      <CardBody className="grid gap-4 sm:grid-cols-2">
        <NativeSelect
          label="Currency"
          disabled={disabled}
          error={errors.get('currency')}
          options={withCurrent(currencyOptions, form.currency)}
          value={form.currency}
          onValueChange={(currency) => change({ currency })}
        />
        <h3 className="font-semibold sm:col-span-2">Carrier</h3>
        {carrierFields.map(({ name, label, hint }) => (
          <PriceField
            key={name}
            label={label}
            hint={hint}
            currency={form.currency}
            disabled={disabled}
            error={errors.get(`prices.carrier.${name}`)}
            value={form.carrier[name]}
            onValueChange={(text) => change({ carrier: { ...form.carrier, [name]: text } })}
          />
        ))}
        <ModelPriceRows {...props} />
      </CardBody>
    </Card>
  );
}
