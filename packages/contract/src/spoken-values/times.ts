import { spokenLanguage } from '../speech/languages.ts';
import { englishNumber } from './english-numbers.ts';
import { frenchNumber } from './french-numbers.ts';
import { germanNumber } from './german-numbers.ts';
import { spanishNumber } from './spanish-numbers.ts';

/** A time of day, as the front desk says it: "half past ten in the morning", "vierzehn Uhr dreißig". */
export function timeInWords(hour: number, minute: number, tag: string): string {
  switch (spokenLanguage(tag)) {
    case 'en':
      return english(hour, minute);
    case 'es':
      return spanish(hour, minute);
    case 'de':
      return german(hour, minute);
    case 'fr':
      return french(hour, minute);
  }
}

function english(hour: number, minute: number): string {
  if (minute === 0 && hour === 0) return 'midnight';
  if (minute === 0 && hour === 12) return 'noon';
  const name = (at: number) => englishNumber(at % 12 === 0 ? 12 : at % 12, false);
  return `${clock()} ${englishPart(hour)}`;

  function clock(): string {
    if (minute === 0) return name(hour);
    if (minute === 15) return `a quarter past ${name(hour)}`;
    if (minute === 30) return `half past ${name(hour)}`;
    if (minute === 45) return `a quarter to ${name(hour + 1)}`;
    return `${name(hour)} ${minute < 10 ? 'oh ' : ''}${englishNumber(minute, false)}`;
  }
}

function englishPart(hour: number): string {
  if (hour >= 21 || hour < 4) return 'at night';
  if (hour < 12) return 'in the morning';
  return hour < 17 ? 'in the afternoon' : 'in the evening';
}

/** The minutes count on from the hour; "menos cuarto" is not said everywhere. */
function spanish(hour: number, minute: number): string {
  if (minute === 0 && hour === 0) return 'medianoche';
  if (minute === 0 && hour === 12) return 'las doce del mediodía';
  const at = hour % 12 === 0 ? 12 : hour % 12;
  const name = at === 1 ? 'la una' : `las ${spanishNumber(at)}`;
  return `${name}${spanishMinutes(minute)} ${spanishPart(hour)}`;
}

function spanishMinutes(minute: number): string {
  if (minute === 0) return '';
  if (minute === 15) return ' y cuarto';
  return minute === 30 ? ' y media' : ` y ${spanishNumber(minute)}`;
}

function spanishPart(hour: number): string {
  if (hour < 6) return 'de la madrugada';
  if (hour < 12) return 'de la mañana';
  return hour < 20 ? 'de la tarde' : 'de la noche';
}

function german(hour: number, minute: number): string {
  if (minute === 0 && hour === 0) return 'Mitternacht';
  const words = `${germanNumber(hour, true)} Uhr`;
  return minute === 0 ? words : `${words} ${germanNumber(minute)}`;
}

function french(hour: number, minute: number): string {
  const name = frenchHour(hour);
  return minute === 0 ? name : `${name} ${frenchNumber(minute)}`;
}

function frenchHour(hour: number): string {
  if (hour === 0) return 'minuit';
  if (hour === 12) return 'midi';
  return `${frenchNumber(hour, true)} heure${hour > 1 ? 's' : ''}`;
}
