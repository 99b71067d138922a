export const REPORT_REASONS = {
  broken: 'It does not work as described',
  data: 'It misuses data',
  harm: 'It is harmful',
  copied: 'It copies someone else’s work or name',
  other: 'Something else',
} as const

export type ReportReason = keyof typeof REPORT_REASONS

export const MAX_RATING_CHARS = 1_000
