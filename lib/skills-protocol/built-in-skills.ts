import { TOOL_SKILLS } from '../builtin-tools/tool-skill.ts'
import type { NamedSkill } from '../skill-archives/manifest.ts'
import { emptyDocument } from '../skillset/document/empty-document.ts'
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
