/** How many days one report may cover. */
export const reportDaysMax = 400;

const dayMs = 86_400_000;
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export function isReportDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}

/** How many days there are from one to the other, both included. */
export function reportDaysOf(from: string, to: string): number {
  return (timeOf(to) - timeOf(from)) / dayMs + 1;
}

/** Every day from one to the other, both included, in order. */
export function daysBetween(from: string, to: string): string[] {
  return Array.from({ length: reportDaysOf(from, to) }, (_, n) => dayOf(timeOf(from) + n * dayMs));
}

/** Days after Monday. */
export function weekdayOf(day: string): number {
  return (new Date(timeOf(day)).getUTCDay() + 6) % 7;
}
