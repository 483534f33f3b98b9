/** `PreferenceFacts` of a joined row of `notification_preferences` as JSON, null without one; for raw statements. */
export const preferenceFacts = (
  alias: string,
) => `case when ${alias}.user_id is not null then json_build_object(
  'level', ${alias}.level, 'mutedUntil', (extract(epoch from ${alias}.muted_until) * 1000)::float8,
  'quietStart', ${alias}.quiet_start, 'quietEnd', ${alias}.quiet_end,
  'quietDays', ${alias}.quiet_days, 'timezone', ${alias}.timezone) end`;
