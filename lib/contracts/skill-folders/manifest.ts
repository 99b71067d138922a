/** Describes a skill completely, as `skill.toml` states it. See docs/spec/skills-protocol.md §4. */
import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { isToolName } from '../../kernel/names/tool-name.ts'
import type { SkillDocument, SkillSetDocument } from '../document/skillset-document.ts'
import { buildFrontmatter } from './skill-markdown.ts'
import { readSkillTexts } from './skill-texts.ts'

export type NamedSkill = {
  name: string
  document: SkillSetDocument
  skill: SkillDocument
}

export const ENTRYPOINTS = {
  javascript: { entrypoint: 'code/handler.js', export: 'handler' },
  python: { entrypoint: 'code/main.py', export: 'main' },
} as const

export function buildManifest({ name, document, skill }: NamedSkill): JsonObject {
  return omitUndefined({
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
    metadata_json: metadataText(name, skill),
    requires: document.requires,
    integrations: document.requiredIntegrationProviders,
    runtime: buildRuntime(name, skill),
    dependencies: document.dependencies && structuredClone(document.dependencies),
    dependency_lock_json: document.dependencyLock && JSON.stringify(document.dependencyLock),
    permissions: buildPermissions(document),
    limits:
      skill.limits &&
      omitUndefined({
        lane: skill.limits.lane,
        timeout_ms: skill.limits.timeoutMs,
        memory_mb: skill.limits.memoryMb,
      }),
    pricing: buildPricing(skill),
    dry_run: skill.dryRun,
    config: document.configDefinitions as Json[] | undefined,
    buttons: skill.buttons,
    examples: skill.examples?.map(({ title, ...values }) => ({ title, ...encodeForToml(values) })),
    migrations: document.migrations,
  })
}

/** Returns the metadata as JSON if SKILL.md would not preserve it, else undefined. */
function metadataText(name: string, skill: SkillDocument): string | undefined {
  const { slug, description, metadata } = skill
  const frontmatter = buildFrontmatter({ skill })
  const { more } = readSkillTexts({ frontmatter, slug, name, manifestDescription: description })
  const isSame = isDeepStrictEqual(more.metadata ?? {}, metadata ?? {})
  return isSame ? undefined : JSON.stringify(metadata ?? {})
}

function buildPricing({ pricing }: SkillDocument): JsonObject | undefined {
  if (!pricing) return undefined
  const { dryRunAmount, perItem, ...rest } = pricing
  return omitUndefined({ ...rest, per_item: perItem, dry_run_amount: dryRunAmount })
}

function buildRuntime(
  name: string,
  { kind, runtime: language = 'javascript' }: SkillDocument,
): Json | undefined {
  if (kind === 'instruction') return undefined
  return isToolName(name) ? { language: 'built-in' } : { language, ...ENTRYPOINTS[language] }
}

/** Stores values that TOML cannot represent, such as null, as JSON text under `<key>_json`. */
function encodeForToml(values: { [key: string]: Json | undefined }): JsonObject {
  const entries = Object.entries(values).flatMap(([key, value]): [string, Json][] => {
    if (value === undefined) return []
    return [fitsToml(value) ? [key, value] : [`${key}_json`, JSON.stringify(value)]]
  })
  return Object.fromEntries(entries)
}

function fitsToml(value: Json): boolean {
  if (value === null) return false
  if (typeof value === 'string') return value.isWellFormed()
  // A float with a larger whole value would be read back as an integer.
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value)
  if (Array.isArray(value)) return value.every(fitsToml)
  if (!isObject(value)) return true
  return Object.entries(value).every(
    ([key, each]) => key.isWellFormed() && key !== '__proto__' && fitsToml(each),
  )
}

function buildPermissions({ permissions = {} }: SkillSetDocument): JsonObject | undefined {
  const { urlParameters, ...rest } = permissions as JsonObject
  return omitEmptyLists({ ...rest, ...(urlParameters !== undefined && { url_parameters: urlParameters }) })
}

function omitEmptyLists(permissions: JsonObject): JsonObject | undefined {
  const granted = Object.entries(permissions).filter(([, list]) => Array.isArray(list) && list.length > 0)
  return granted.length > 0 ? Object.fromEntries(granted) : undefined
}

type Loose = { [key: string]: unknown }

export function omitUndefined(fields: Loose): JsonObject {
  const presentFields = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(presentFields) as JsonObject
}
