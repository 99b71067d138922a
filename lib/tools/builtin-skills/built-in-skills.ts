import { emptyDocument } from '../../contracts/document/empty-document.ts'
import type { NamedSkill } from '../../contracts/skill-folders/manifest.ts'
import { matchesRequest } from '../../contracts/versions/version-range.ts'
import { AppError } from '../../kernel/errors.ts'
import { TOOL_SKILLS } from '../tool-skill.ts'
import { GUIDE_BODY } from './guide-body.ts'

const guide = {
  slug: 'guide',
  name: 'Skills Protocol guide',
  description: 'How to find, understand, run and pay for skills with the eight tools of the Skills Protocol.',
  prompt:
    'Read this before you call any other tool. It explains the order of calls, the format of results and errors, how to handle each error, and how to keep large data out of the conversation.',
  kind: 'instruction' as const,
  body: GUIDE_BODY,
}

/** `skills` is a reserved handle. */
export const GUIDE_SKILL: NamedSkill = {
  name: 'skills.protocol.guide',
  skill: guide,
  document: emptyDocument({
    slug: 'protocol',
    name: 'Skills Protocol',
    version: '0.1.0',
    description: 'What an agent needs to know about this marketplace.',
    skills: [guide],
  }),
}

export const BUILT_IN_SKILLS: readonly NamedSkill[] = [GUIDE_SKILL, ...TOOL_SKILLS]

export function findBuiltInSkill(name: string): NamedSkill | undefined {
  return BUILT_IN_SKILLS.find((each) => each.name === name)
}

/** Returns the guide, which has no code: it can be read and mounted, but not run. Throws NOT_FOUND for another version. */
export function findBuiltInInstruction({ name, version }: Asked): NamedSkill | undefined {
  const found = findBuiltInSkill(name)
  if (found?.skill.kind !== 'instruction') return undefined
  if (version === undefined || matchesRequest(found.document.version, version)) return found
  throw new AppError('NOT_FOUND', {
    message: `${name} has no version that matches “${version}”, only ${found.document.version}.`,
    suggestedAction: 'Omit the version.',
  })
}

type Asked = { name: string; version?: string }

/** Throws PRECONDITION_FAILED for the guide. */
export function refuseBuiltInInstruction(name: string): void {
  if (!findBuiltInInstruction({ name })) return
  throw new AppError('PRECONDITION_FAILED', {
    message: `${name} is an instruction skill and cannot be run.`,
    suggestedAction: 'Read its SKILL.md with read_skill_file.',
  })
}
