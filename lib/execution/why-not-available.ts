/**
 * What a skill needs that this installation cannot give it yet. Floor 3, pure.
 *
 * A row goes when the part it waits for is built.
 */
import type { Permissions, SkillSetDocument } from '../contract/document/skillset-document.ts'
import { findTool } from '../tools/all-tools.ts'

const LACKING = {
  tools: (names) => `This skill uses tools (${names}) that do not exist here.`,
} as const satisfies Partial<Record<keyof Permissions, (listed: string) => string>>

type Needing = Pick<SkillSetDocument, 'permissions' | 'requiredIntegrationProviders'>

/** A plain sentence; undefined when the skill can run here. */
export function whyNotAvailable(set: Needing): string | undefined {
  for (const [permission, sentence] of Object.entries(LACKING)) {
    const asked = set.permissions?.[permission as keyof typeof LACKING] ?? []
    const listed = asked.filter((each) => !findTool(each))
    if (listed.length > 0) return sentence(listed.join(', '))
  }
  const providers = set.requiredIntegrationProviders ?? []
  if (providers.length === 0) return undefined
  return `This skill needs an integration (${providers.join(', ')}), and integrations cannot be set up here yet.`
}
