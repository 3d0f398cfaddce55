/**
 * What is left to spend, as parts of the admission statement (CO9): $1 is the tenant, $10 the time, $32 what the call is
 * expected to cost, null for one that costs nothing. One row where the organization has a limit, otherwise none. `expected` is
 * at least what a call of this month has cost on average. The lock of the tenant is held, so that nobody else is admitted
 * between this look and the reservation.
 */
export const budgetText = `
  spent_so_far as (
    select limits.day_micros, limits.month_micros, today.day, organization.currency, spent.*, held.*,
      greatest($32::bigint, ceil(spent.on_calls / nullif(spent.calls, 0)))::bigint as expected
    from spending_limits as limits
    join organizations as organization on organization.tenant_id = limits.tenant_id
    cross join lateral (
      select ($10::timestamptz at time zone organization.time_zone)::date as day) as today
    cross join lateral (
      select coalesce(sum(micros), 0) as month_spent, coalesce(sum(micros) filter (where day >= today.day), 0) as day_spent,
        sum(calls) as calls, sum(micros - try_micros) as on_calls
      from spending_days
      where tenant_id = $1 and day >= date_trunc('month', today.day)::date and currency = organization.currency) as spent
    cross join lateral (
      select coalesce(sum(micros), 0) as month_held, coalesce(sum(micros) filter (where day >= today.day), 0) as day_held
      from spending_reservations as up
      where up.tenant_id = $1 and up.day >= date_trunc('month', today.day)::date
        and coalesce(up.currency, organization.currency) = organization.currency) as held
    where limits.tenant_id = $1 and $32::bigint is not null and coalesce(limits.day_micros, limits.month_micros) is not null
  ), budget as (
    select day, currency, expected, case
      when ${isPassed('month')} then 'month'
      when ${isPassed('day')} then 'day'
    end as passed
    from spent_so_far
  )`;

/** Also where nothing is expected of the call: once a limit is reached, no further one is placed. */
function isPassed(period: 'day' | 'month'): string {
  const used = `${period}_spent + ${period}_held`;
  return `${used} + expected > ${period}_micros or ${used} >= ${period}_micros`;
}
