import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { parseAmount } from '../../kernel/money.ts'
import type { ConfigDefinition, SkillSetDocument } from './skillset-document.ts'

/** Returns the draft with valid values in the fields that a run reads: a draft may contain anything. */
export function readDraft(document: unknown): SkillSetDocument {
  const draft = isObject(document) ? document : {}
  const skills = (Array.isArray(draft.skills) ? draft.skills : []).filter(isObject).map(withoutInvalidPrice)
  const configDefinitions = readConfigDefinitions(draft)
  const permissions = readPermissions(isObject(draft.permissions) ? draft.permissions : {})
  return { ...draft, skills, configDefinitions, permissions } as SkillSetDocument
}

function readPermissions(permissions: JsonObject): JsonObject {
  const lists = Object.entries(permissions).map(([key, entries]): [string, Json[]] => [
    key,
    (Array.isArray(entries) ? entries : []).filter((entry) =>
      key === 'secrets' ? isSecret(entry) : typeof entry === 'string',
    ),
  ])
  return Object.fromEntries(lists)
}

function isSecret(entry: Json): boolean {
  if (!isObject(entry) || typeof entry.key !== 'string') return false
  return Array.isArray(entry.hosts) && entry.hosts.every((host) => typeof host === 'string')
}

/** A draft runs free of charge, whatever its price. */
function withoutInvalidPrice({ pricing, ...skill }: JsonObject): JsonObject {
  if (!isObject(pricing)) return skill
  const { perItem } = pricing
  const isPerItem = isObject(perItem) && typeof perItem.list === 'string'
  if (perItem !== undefined && !isPerItem) return skill
  const amounts = [pricing.amount, pricing.dryRunAmount ?? '0', isPerItem ? (perItem.amount ?? null) : '0']
  return amounts.every((amount) => parseAmount(amount) !== null) ? { ...skill, pricing } : skill
}

/** Returns the definitions that have a key and a type, by their order. */
export function readConfigDefinitions(document: Json): ConfigDefinition[] {
  const list = isObject(document) ? document.configDefinitions : undefined
  const definitions = (Array.isArray(list) ? list : []).flatMap((item, index): ConfigDefinition[] => {
    if (!isObject(item) || typeof item.key !== 'string' || item.key === '' || typeof item.type !== 'string')
      return []
    const label = typeof item.label === 'string' && item.label ? item.label : item.key
    const order = typeof item.order === 'number' ? item.order : index
    const definition = { ...item, label, order, required: item.required === true } as ConfigDefinition
    return [Array.isArray(item.options) ? { ...definition, options: item.options.map(String) } : definition]
  })
  return definitions.toSorted((a, b) => a.order - b.order)
}
