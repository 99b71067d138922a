/** How long an organisation may keep what its runs took and gave: days, or null for ever. Ground; also in the browser. */

// Never shorter than evidence looks back.
export const RETENTION_DAYS = [30, 90, 180, 365] as const

export type RetentionDays = (typeof RETENTION_DAYS)[number]
