/** The parts of a skill on whose lines a reviewer can comment. */

export const TEXT_PART_NAMES = ['code', 'parameters', 'response'] as const

export type SubmissionTextPart = (typeof TEXT_PART_NAMES)[number]

/** Their titles on the page; a file has its path as title. */
export const TEXT_PART_TITLES: Record<SubmissionTextPart, string> = {
  code: 'Code',
  parameters: 'Parameters',
  response: 'Response',
}

export const SUBMISSION_PART_NAMES = [...TEXT_PART_NAMES, 'file'] as const

export type SubmissionPart = (typeof SUBMISSION_PART_NAMES)[number]
