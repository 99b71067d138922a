/** `skill.toml`, read: `manifest.ts` the other way. Ground, pure. */
import { parse as parseToml } from 'smol-toml'
import { z } from 'zod'
import type { ConfigDefinition, Permissions, SkillExample } from '../contract/document/skillset-document.ts'
import { RISK_LEVELS } from '../contract/document/skillset-document.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import { readJson } from '../contract/json/read-json.ts'
import { toJson } from '../contract/json/to-json.ts'
import type { Issue } from '../errors.ts'
import { MANIFEST } from './skill-file.ts'

const texts = z.array(z.string())
const secret = z.strictObject({
  key: z.string(),
  hosts: texts.default([]),
  exposure: z.enum(['brokered', 'raw']).optional(),
  reason: z.string().optional(),
})

// Shapes only: what a field may hold is for the SkillSet's own rules to say.
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
  requires: z.string().optional(),
  integrations: texts.optional(),
  runtime: z
    .strictObject({
      language: z.enum(['javascript', 'python']),
      entrypoint: z.string().optional(),
      export: z.string().optional(),
    })
    .optional(),
  permissions: z
    .strictObject({
      network: texts.optional(),
      tools: texts.optional(),
      vault: texts.optional(),
      skills: texts.optional(),
      // A plain name has no hosts: its review has to give it some.
      secrets: z
        .array(z.union([z.string().transform((key) => ({ key, hosts: [] as string[] })), secret]))
        .optional(),
    })
    .optional(),
  limits: z.strictObject({ timeout_ms: z.int().optional(), memory_mb: z.int().optional() }).optional(),
  pricing: z
    .strictObject({ model: z.literal('per_job'), amount: z.string(), currency: z.literal('USDC') })
    .optional(),
  config: z.array(z.record(z.string(), z.unknown())).optional(),
  buttons: z.array(z.strictObject({ label: z.string(), payload: z.string() })).optional(),
  examples: z.array(z.record(z.string(), z.unknown())).optional(),
  migrations: z.array(z.strictObject({ from: z.string(), definition: z.string() })).optional(),
})

export type Manifest = Omit<z.infer<typeof manifest>, 'permissions' | 'config' | 'examples'> & {
  permissions?: Permissions
  config?: ConfigDefinition[]
  examples?: SkillExample[]
}

/** The manifest, or everything that is wrong with it. */
export function readManifest(text: string): { manifest: Manifest; issues?: undefined } | { issues: Issue[] } {
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
          `is no valid TOML${line ? `, line ${line}` : ''}: ${words.replace(/^Invalid TOML document: /, '')}`,
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
  const { config, examples, ...rest } = parsed.data
  const values = asJson({ config, examples: examples?.map(fromText) })
  if (!values) return { issues: [issue('', 'holds a value that JSON cannot')] }
  // What a definition or an example may hold is checked with the document.
  return { manifest: { ...rest, ...(values as Pick<Manifest, 'config' | 'examples'>) } }
}

/** Values that TOML cannot say were written as JSON text, under `<key>_json`. */
function fromText(example: { [key: string]: unknown }): { [key: string]: unknown } {
  const entries = Object.entries(example).map(([key, value]) => {
    const [, plain] = /^(input|output|config)_json$/.exec(key) ?? []
    if (!plain || typeof value !== 'string') return [key, value]
    const { value: read, fault } = readJson(value)
    return fault ? [key, value] : [plain, read]
  })
  return Object.fromEntries(entries)
}

/** TOML's dates become the text they are written as; undefined when something else is in there. */
function asJson(value: unknown): JsonObject | undefined {
  const { value: json, issue: fault } = toJson(JSON.parse(JSON.stringify(value)) as Json)
  return fault ? undefined : (json as JsonObject)
}

function issue(path: string, message: string): Issue {
  return { path: `/${MANIFEST}${path}`, keyword: 'manifest', message }
}
