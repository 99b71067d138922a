import type { SkillDocument, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { AppError } from '../../kernel/errors.ts'

/** The parts of a skill whose lines a reviewer can comment on, with their titles on the page. */
export const SUBMISSION_PARTS = { code: 'Code', parameters: 'Parameters', response: 'Response' } as const

export type SubmissionPart = keyof typeof SUBMISSION_PARTS

/**
 * Returns a line of a skill's code or schema as the review page shows it, counted from 1. Throws NOT_FOUND for an unknown
 * skill, and INVALID_INPUT for a line that does not exist.
 */
export function findSubmittedLine(
  document: SkillSetDocument,
  { skill: slug, part, line }: { skill: string; part: SubmissionPart; line: number },
): { skill: SkillDocument; text: string; pointer: string } {
  const index = document.skills.findIndex((each) => each.slug === slug)
  const skill = document.skills[index]
  if (!skill) throw new AppError('NOT_FOUND')
  const text = findPartText(skill, part).split('\n')[line - 1]
  if (text === undefined) {
    const message = `There is no line ${line}.`
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/line', message }] })
  }
  const key = part !== 'code' ? part : skill.kind === 'instruction' ? 'body' : 'definition'
  return { skill, text, pointer: `/skills/${index}/${key}` }
}

function findPartText(skill: SkillDocument, part: SubmissionPart): string {
  if (part === 'code') return skill.kind === 'instruction' ? (skill.body ?? '') : (skill.definition ?? '')
  return JSON.stringify(skill[part] ?? {}, null, 2)
}
