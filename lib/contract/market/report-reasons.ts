/** Why somebody reports a SkillSet, as a table: the form offers it, the admins' list shows it. Ground; also in the browser. */

export const REPORT_REASONS = {
  broken: 'It does not do what it says',
  data: 'It does something with data that it should not',
  harm: 'It can do harm',
  copied: 'It is somebody else’s work or name',
  other: 'Something else',
} as const

export type ReportReason = keyof typeof REPORT_REASONS
