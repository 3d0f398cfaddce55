import * as z from 'zod/mini';

/** Millionths of the currency's unit: a price of 0.014 dollars is 14,000. */
export const microsPerUnit = 1_000_000;

export const priceLimits = { microsMax: 10_000 * microsPerUnit, models: 30, modelNameMax: 100 } as const;

const priceSentence = 'A price is a number from 0 to 10,000.';

/** Null: not known, so that no cost is counted with it. */
const price = z.nullable(
  z.int(priceSentence).check(z.gte(0, priceSentence), z.lte(priceLimits.microsMax, priceSentence)),
);

/** What the carrier charges for each minute that has begun. */
export const carrierPrices = z.object({
  outboundPerMinute: price,
  inboundPerMinute: price,
  /** In addition: speech recognition and voices of the carrier, for agents that speak by text. */
  relayPerMinute: price,
  /** In addition: the audio stream, for agents that speak by a speech-to-speech service. */
  streamPerMinute: price,
});
export type CarrierPrices = z.infer<typeof carrierPrices>;

/** What a model costs for a million tokens. */
export const modelPrices = z.object({
  model: z.string().check(
    z.refine((text) => text.trim() !== '', 'Enter the name of the model.'),
    z.maxLength(
      priceLimits.modelNameMax,
      `The name of a model may have at most ${priceLimits.modelNameMax} characters.`,
    ),
  ),
  inputPerMillion: price,
  outputPerMillion: price,
  /** Only speech-to-speech models count audio apart from text. */
  audioInputPerMillion: price,
  audioOutputPerMillion: price,
});
export type ModelPrices = z.infer<typeof modelPrices>;

/** In millionths of the organization's currency. */
export const prices = z.object({
  carrier: carrierPrices,
  models: z.array(modelPrices).check(
    z.maxLength(priceLimits.models, `There may be prices of at most ${priceLimits.models} models.`),
    z.check(({ value, issues }) => {
      const names = value.map(({ model }) => model.trim());
      const second = names.findIndex((name, index) => names.indexOf(name) < index);
      if (second >= 0)
        issues.push({
          code: 'custom',
          input: value,
          path: [second, 'model'],
          message: 'This model is listed twice.',
        });
    }),
  ),
});
export type Prices = z.infer<typeof prices>;

export const noPrices: Prices = {
  carrier: { outboundPerMinute: null, inboundPerMinute: null, relayPerMinute: null, streamPerMinute: null },
  models: [],
};
