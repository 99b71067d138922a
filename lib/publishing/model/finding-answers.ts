/** What a publisher can answer to a finding of a decision. */

// biome-ignore format: table
export const FINDING_ANSWERS = {
  fixed:    { label: 'Fixed',    help: 'Mended in your next submission.',                        isTextRequired: false },
  disputed: { label: 'Disputed', help: 'The finding is wrong, or does not apply. Say why.',      isTextRequired: true },
  accepted: { label: 'Accepted', help: 'The finding is right, and it stays as it is. Say why if you like.', isTextRequired: false },
} as const

export type FindingAnswerKind = keyof typeof FINDING_ANSWERS

export const FINDING_ANSWER_KINDS = Object.keys(FINDING_ANSWERS) as FindingAnswerKind[]

/** Returns null for a kind of a later release. */
export function parseFindingAnswerKind(text: string): FindingAnswerKind | null {
  return FINDING_ANSWER_KINDS.find((kind) => kind === text) ?? null
}
