/** Which skills people without an account may run, for the browser too. */
import { laneOf } from '../../contracts/document/skill-limits.ts'
import type { SkillDocument, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { itemPriceOf, priceOf } from '../../kernel/money.ts'

type Contract = {
  skill: Pick<
    SkillDocument,
    'kind' | 'definition' | 'parameters' | 'response' | 'riskLevel' | 'sideEffects' | 'pricing' | 'limits'
  >
  skillSet: Pick<SkillSetDocument, 'permissions' | 'configDefinitions' | 'requiredIntegrationProviders'>
}

/**
 * Returns why visitors may not run a skill, as a sentence, or undefined if they may: its contract says that it is free,
 * reads only, and needs nothing of anybody, neither settings, accounts, hosts, tools, files nor other skills.
 */
export function visitorRefusal({ skill, skillSet }: Contract): string | undefined {
  if (skill.kind === 'instruction' || !skill.definition) return 'This skill has no code that could run.'
  if (priceOf(skill) > 0n || itemPriceOf(skill) !== null) return 'This skill has a price.'
  if ((skill.riskLevel ?? 'read-only') !== 'read-only' || (skill.sideEffects ?? []).length > 0)
    return 'This skill can change something.'
  if (laneOf(skill) === 'long') return 'This skill may take minutes.'
  if (Object.values(skillSet.permissions ?? {}).some((granted) => granted.length > 0))
    return 'This skill uses hosts, secrets, tools, files or other skills.'
  if (needsBlobs(skill)) return 'This skill takes or returns uploaded files.'
  if ((skillSet.configDefinitions ?? []).length > 0) return 'This skill has settings.'
  if ((skillSet.requiredIntegrationProviders ?? []).length > 0) return 'This skill uses a connected account.'
  return undefined
}

/** Blobs belong to an organisation. A skill that takes one as an alternative can run without it. */
function needsBlobs({ parameters, response }: Contract['skill']): boolean {
  const { required, properties } = parameters ?? {}
  const fields = isObject(properties) ? properties : {}
  const isRequiredBlob = (key: Json) => {
    const field = fields[String(key)]
    return isObject(field) && field.format === 'blob'
  }
  return (
    (Array.isArray(required) && required.some(isRequiredBlob)) ||
    JSON.stringify(response ?? {}).includes('"format":"blob"')
  )
}
