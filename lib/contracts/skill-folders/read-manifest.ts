import { parse as parseToml } from 'smol-toml'
import { z } from 'zod'
import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { readJson } from '../../kernel/json/read-json.ts'
import { toJson } from '../../kernel/json/to-json.ts'
import type { SecretUse } from '../document/secret-use.ts'
import { LANES } from '../document/skill-limits.ts'
import type { ConfigDefinition, Permissions, SkillExample } from '../document/skillset-document.ts'
import { RISK_LEVELS } from '../document/skillset-document.ts'
import { SKILL_MANIFEST_FILE } from './skill-file.ts'

const texts = z.array(z.string())
const secret = z.strictObject({
  key: z.string(),
  hosts: texts.default([]),
  exposure: z.enum(['brokered', 'raw']).optional(),
  /** `check-document.ts` checks it. */
  use: z.custom<SecretUse>((value) => isObject(value)).optional(),
  reason: z.string().optional(),
})

// Only the structure of the file; `check-document.ts` checks the values.
const manifest = z.strictObject({
  name: z.string(),
  version: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  kind: z.enum(['action', 'instruction']).default('action'),
  prompt: z.string().optional(),
  risk_level: z.enum(RISK_LEVELS).optional(),
  side_effects: texts.optional(),
  availability: z.string().optional(),
  tags: texts.optional(),
  metadata_json: z.string().optional(),
  requires: z.string().optional(),
  integrations: texts.optional(),
  runtime: z
    .strictObject({
      language: z.enum(['javascript', 'python']),
      entrypoint: z.string().optional(),
      export: z.string().optional(),
    })
    .optional(),
  dependencies: z.union([z.record(z.string(), z.string()), z.array(z.string())]).optional(),
  dependency_lock_json: z.string().optional(),
  permissions: z
    .strictObject({
      network: texts.optional(),
      url_parameters: texts.optional(),
      tools: texts.optional(),
      vault: texts.optional(),
      skills: texts.optional(),
      // A key without hosts: the secret is sent nowhere until the publisher adds some.
      secrets: z
        .array(z.union([z.string().transform((key) => ({ key, hosts: [] as string[] })), secret]))
        .optional(),
    })
    .transform(({ url_parameters, ...rest }) => ({
      ...rest,
      ...(url_parameters && { urlParameters: url_parameters }),
    }))
    .optional(),
  limits: z
    .strictObject({
      lane: z.enum(LANES).optional(),
      timeout_ms: z.int().optional(),
      memory_mb: z.int().optional(),
    })
    .optional(),
  pricing: z
    .strictObject({
      model: z.literal('per_job'),
      amount: z.string(),
      currency: z.literal('USDC'),
      per_item: z.strictObject({ amount: z.string(), list: z.string() }).optional(),
      dry_run_amount: z.string().optional(),
    })
    .transform(({ dry_run_amount, per_item, ...rest }) => ({
      ...rest,
      ...(per_item && { perItem: per_item }),
      ...(dry_run_amount !== undefined && { dryRunAmount: dry_run_amount }),
    }))
    .optional(),
  dry_run: z.literal('supported').optional(),
  config: z.array(z.record(z.string(), z.unknown())).optional(),
  buttons: z.array(z.strictObject({ label: z.string(), payload: z.string() })).optional(),
  examples: z.array(z.record(z.string(), z.unknown())).optional(),
  migrations: z.array(z.strictObject({ from: z.string(), definition: z.string() })).optional(),
})

export type SkillManifest = Omit<
  z.infer<typeof manifest>,
  'permissions' | 'config' | 'examples' | 'metadata_json' | 'dependency_lock_json'
> & {
  permissions?: Permissions
  metadata?: JsonObject
  dependencyLock?: JsonObject
  config?: ConfigDefinition[]
  examples?: SkillExample[]
}

/** Parses `skill.toml`. Returns issues for invalid TOML, and for fields that the format does not have. */
export function readManifest(
  text: string,
): { manifest: SkillManifest; issues?: undefined } | { issues: Issue[] } {
  let read: unknown
  try {
    read = parseToml(text)
  } catch (thrown) {
    const [words = ''] = String((thrown as Error).message).split('\n')
    const line = (thrown as { line?: number }).line
    return {
      issues: [
        issue(
          '',
          `is not valid TOML${line ? ` (line ${line})` : ''}: ${words.replace(/^Invalid TOML document: /, '')}`,
        ),
      ],
    }
  }
  const parsed = manifest.safeParse(read)
  if (!parsed.success) {
    return {
      issues: parsed.error.issues.map(({ path, message }) =>
        issue(path.map((key) => `/${String(key)}`).join(''), message),
      ),
    }
  }
  const {
    config,
    examples,
    metadata_json: metadataText,
    dependency_lock_json: lockText,
    ...rest
  } = parsed.data
  const dependencyLock = lockText === undefined ? undefined : readJson(lockText).value
  if (lockText !== undefined && !isObject(dependencyLock))
    return { issues: [issue('/dependency_lock_json', 'must be a JSON object as text')] }
  const metadata = metadataText === undefined ? undefined : readJson(metadataText).value
  if (metadataText !== undefined && !isObject(metadata))
    return { issues: [issue('/metadata_json', 'must be a JSON object as text')] }
  const values = asJson({ config, examples: examples?.map(decodeFromToml) })
  if (!values) return { issues: [issue('', 'contains a value that JSON cannot represent')] }
  const more = {
    ...(values as Pick<SkillManifest, 'config' | 'examples'>),
    ...(isObject(metadata) && { metadata }),
    ...(isObject(dependencyLock) && { dependencyLock }),
  }
  return { manifest: { ...rest, ...more } }
}

/** Decodes `<key>_json`, which holds what TOML cannot represent. */
function decodeFromToml(example: { [key: string]: unknown }): { [key: string]: unknown } {
  const entries = Object.entries(example).map(([key, value]) => {
    const [, plain] = /^(input|output|config)_json$/.exec(key) ?? []
    if (!plain || typeof value !== 'string') return [key, value]
    const { value: read, fault } = readJson(value)
    return fault ? [key, value] : [plain, read]
  })
  return Object.fromEntries(entries)
}

function asJson(value: unknown): JsonObject | undefined {
  const { value: json, issue: fault } = toJson(JSON.parse(JSON.stringify(value)) as Json)
  return fault ? undefined : (json as JsonObject)
}

function issue(path: string, message: string): Issue {
  return { path: `/${SKILL_MANIFEST_FILE}${path}`, keyword: 'manifest', message }
}
