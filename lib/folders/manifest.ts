/**
 * `skill.toml`: what a skill is, in the protocol's words. Ground, pure.
 *
 * The tables that the protocol names come first; after them stands whatever else a SkillSet document says of the
 * skill, so that a folder is the document in another spelling and an import loses nothing.
 * Source: specification "Skills Protocol", Skill folder.
 */
import type { SkillDocument, SkillSetDocument } from '../contract/document/skillset-document.ts'
import { isObject, type Json, type JsonObject } from '../contract/json/json.ts'
import { isToolName } from '../contract/market/skill-name.ts'

export type NamedSkill = {
  /** publisher.skillset.skill */
  name: string
  document: SkillSetDocument
  skill: SkillDocument
}

/** Where the code is, by language. */
export const ENTRYPOINTS = {
  javascript: { entrypoint: 'code/handler.js', export: 'handler' },
  python: { entrypoint: 'code/main.py', export: 'main' },
} as const

/** The manifest as the object that `skill.toml` holds. */
export function manifestOf({ name, document, skill }: NamedSkill): JsonObject {
  return present({
    name,
    version: document.version,
    title: skill.name,
    description: skill.description,
    kind: skill.kind ?? 'action',
    prompt: skill.prompt,
    risk_level: skill.riskLevel,
    side_effects: skill.sideEffects,
    availability: skill.availability,
    tags: skill.tags,
    requires: document.requires,
    integrations: document.requiredIntegrationProviders,
    runtime: runtimeOf(name, skill),
    permissions: filled(document.permissions as JsonObject | undefined),
    limits: skill.limits && present({ timeout_ms: skill.limits.timeoutMs, memory_mb: skill.limits.memoryMb }),
    pricing: skill.pricing,
    config: document.configDefinitions as unknown as Json[] | undefined,
    buttons: skill.buttons,
    examples: skill.examples?.map(({ title, ...values }) => ({ title, ...plainOrText(values) })),
    migrations: document.migrations,
  })
}

function runtimeOf(
  name: string,
  { kind, runtime: language = 'javascript' }: SkillDocument,
): Json | undefined {
  if (kind === 'instruction') return undefined
  // A built-in tool: its code is Guildhall's own.
  return isToolName(name) ? { language: 'built-in' } : { language, ...ENTRYPOINTS[language] }
}

/** TOML has no null, and no lone surrogate: a value that holds one is written as JSON text, under `<key>_json`. */
function plainOrText(values: { [key: string]: Json | undefined }): JsonObject {
  const entries = Object.entries(values).flatMap(([key, value]): [string, Json][] => {
    if (value === undefined) return []
    return [isToml(value) ? [key, value] : [`${key}_json`, JSON.stringify(value)]]
  })
  return Object.fromEntries(entries)
}

function isToml(value: Json): boolean {
  if (value === null) return false
  if (typeof value === 'string') return value.isWellFormed()
  // Whole numbers beyond these are no integers of TOML, and a float that looks like one would become one.
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value)
  if (Array.isArray(value)) return value.every(isToml)
  if (!isObject(value)) return true
  return Object.entries(value).every(
    ([key, each]) => key.isWellFormed() && key !== '__proto__' && isToml(each),
  )
}

function filled(permissions: JsonObject = {}): JsonObject | undefined {
  const granted = Object.entries(permissions).filter(([, list]) => Array.isArray(list) && list.length > 0)
  return granted.length > 0 ? Object.fromEntries(granted) : undefined
}

type Loose = { [key: string]: unknown }

function present(fields: Loose): JsonObject {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined)
  // Every field above is JSON, or was left out.
  return Object.fromEntries(said) as JsonObject
}
