/** Skills that every Guildhall has, whatever its database holds. Floor 3, data. */
import { emptyDocument } from '../contract/document/empty-document.ts'
import type { NamedSkill } from '../folders/manifest.ts'
import { TOOL_SKILLS } from '../tools/tool-skill.ts'
import { GUIDE_BODY } from './guide.ts'

const guide = {
  slug: 'guide',
  name: 'Skills Protocol guide',
  description: 'How to find, understand, run and pay for skills with the eight tools of the Skills Protocol.',
  prompt:
    'Read this before the first call of any other tool: the order of calls, what results and errors look like, what to do about each error, and how to keep large data out of the conversation.',
  kind: 'instruction' as const,
  body: GUIDE_BODY,
}

/** `skills` is a reserved handle, so nobody can publish under this name. */
export const GUIDE: NamedSkill = {
  name: 'skills.protocol.guide',
  skill: guide,
  document: emptyDocument({
    slug: 'protocol',
    name: 'Skills Protocol',
    version: '0.1.0',
    description: 'What an agent has to know of this market.',
    skills: [guide],
  }),
}

/** The guide, and the built-in tools. */
export const BUILT_IN: readonly NamedSkill[] = [GUIDE, ...TOOL_SKILLS]

export function builtInSkill(name: string): NamedSkill | undefined {
  return BUILT_IN.find((each) => each.name === name)
}
