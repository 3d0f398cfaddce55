import { type ModelPrices, priceLimits } from '@parley/contract';
import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { CardProps } from './card-props.ts';
import { PriceField } from './price-field.tsx';

const tokenFields: readonly { name: Exclude<keyof ModelPrices, 'model'>; label: string }[] = [
  { name: 'inputPerMillion', label: 'Text In' },
  { name: 'outputPerMillion', label: 'Text Out' },
  { name: 'audioInputPerMillion', label: 'Audio In' },
  { name: 'audioOutputPerMillion', label: 'Audio Out' },
];

const emptyRow = {
  model: '',
  inputPerMillion: '',
  outputPerMillion: '',
  audioInputPerMillion: '',
  audioOutputPerMillion: '',
};

/** The prices of models, each for a million tokens. */
export function ModelPriceRows({ form, errors, disabled, change }: CardProps) {
  const { models } = form;
  const set = (index: number, changes: Partial<(typeof models)[number]>) =>
    change({ models: models.map((one, at) => (at === index ? { ...one, ...changes } : one)) });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 sm:col-span-2">
        <div>
          <h3 className="font-semibold">Models</h3>
          <p className="text-ink-3 text-sm">
            Prices of a million tokens. Only speech-to-speech models count audio.
          </p>
        </div>
        {!disabled && models.length < priceLimits.models && (
          <Button onClick={() => change({ models: [...models, emptyRow] })}>
            <Plus aria-hidden="true" className="size-4" />
            Add Model
          </Button>
        )}
      </div>
      {models.map((row, index) => {
        const name = row.model.trim() || `Model ${index + 1}`;
        const place = `prices.models.${index}`;
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: a model that is being typed has no identity yet
            key={index}
            className="grid min-w-0 gap-3 rounded-box border px-4 pt-3 pb-4 sm:col-span-2 sm:grid-cols-4"
          >
            <legend className="sr-only">{name}</legend>
            <div className="flex items-end gap-2 sm:col-span-4">
              <TextField
                className="min-w-0 flex-1"
                label="Model"
                autoComplete="off"
                spellCheck={false}
                disabled={disabled}
                error={errors.get(`${place}.model`)}
                value={row.model}
                onChange={(event) => set(index, { model: event.target.value })}
              />
              {!disabled && (
                <IconButton
                  icon={Trash2}
                  label={`Remove ${name}`}
                  onClick={() => change({ models: models.filter((_, at) => at !== index) })}
                />
              )}
            </div>
            {tokenFields.map((field) => (
              <PriceField
                key={field.name}
                label={field.label}
                currency={form.currency}
                disabled={disabled}
                error={errors.get(`${place}.${field.name}`)}
                value={row[field.name]}
                onValueChange={(text) => set(index, { [field.name]: text })}
              />
            ))}
          </fieldset>
        );
      })}
    </>
  );
}
