/** How much a finding matters: high ones can harm users, low ones are advice. */
export const FINDING_SEVERITIES = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
} as const

export type FindingSeverity = keyof typeof FINDING_SEVERITIES

export const FINDING_SEVERITY_NAMES = Object.keys(FINDING_SEVERITIES) as [
  FindingSeverity,
  ...FindingSeverity[],
]
