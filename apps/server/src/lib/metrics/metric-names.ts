/** The conventions of OpenTelemetry for language models, which have names and labels with points. */
const conventional = 'gen_ai.';

export function otlpName(name: string): string {
  return name.startsWith(conventional) ? name : `parley_${name}`;
}

/** Prometheus knows no points, and wants the unit at the end. */
export function prometheusName(name: string): string {
  if (!name.startsWith(conventional)) return `parley_${name}`;
  const isTime = /\.(?:duration|time_to_first_chunk)$/.test(name);
  return prometheusLabel(name) + (isTime ? '_seconds' : '');
}

export const prometheusLabel = (name: string): string => name.replaceAll('.', '_');
