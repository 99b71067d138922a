/**
 * The SkillSet document: one JSON text that describes one SkillSet version.
 *
 * Ground. The studio edits it, upload and download use it, the CLI publishes it.
 * Source: specification "The SkillSet document"; seed "Skill Schema & Validation".
 */
import type { Json, JsonObject, JsonSchema } from '../json/json.ts'

export type ConfigType = 'STRING' | 'NUMBER' | 'BOOLEAN' | 'SELECT' | 'MULTI_SELECT' | 'SECRET'

export type ConfigDefinition = {
  key: string
  label: string
  type: ConfigType
  description?: string
  required: boolean
  /** Always text; coerced to the type when used. */
  defaultValue?: string
  order: number
  /** For SELECT and MULTI_SELECT. */
  options?: string[]
  /** A regular expression, or one of url, email, uuid, int. */
  validation?: string
  isSensitive?: boolean
}

export type SecretPermission = {
  key: string
  hosts: string[]
  exposure?: 'brokered' | 'raw'
  reason?: string
}

export type Permissions = {
  network?: string[]
  secrets?: SecretPermission[]
  tools?: string[]
  vault?: string[]
  skills?: string[]
}

export type SkillExample = { title: string; input: Json; config?: JsonObject; output?: Json }

export type SkillButton = { label: string; payload: string }

/** From harmless to grave. */
export const RISK_LEVELS = ['read-only', 'writes', 'commands'] as const

export type RiskLevel = (typeof RISK_LEVELS)[number]

export type SkillDocument = {
  slug: string
  name: string
  description: string
  prompt: string
  kind?: 'action' | 'instruction'
  runtime?: 'javascript' | 'python'
  /** JavaScript, TypeScript or Python source; absent for instruction skills. */
  definition?: string
  /** Instruction skills: Markdown. */
  body?: string
  /** Authored as JSON Schema or as a field map. */
  parameters?: JsonSchema
  response?: JsonSchema
  buttons?: SkillButton[]
  examples?: SkillExample[]
  riskLevel?: RiskLevel
  sideEffects?: string[]
  availability?: string
  pricing?: { model: 'per_job'; amount: string; currency: 'USDC' }
  limits?: { timeoutMs?: number; memoryMb?: number }
  tags?: string[]
  resources?: { path: string; text?: string; base64?: string; kind: string }[]
  /** What the front matter of a SKILL.md says besides. */
  license?: string
  compatibility?: string
  /** `name` and `description` are the original ones, where the slug and 500 characters could not hold them. */
  metadata?: JsonObject
}

export type SkillSetDocument = {
  slug: string
  name: string
  version: string
  tagline?: string
  description: string
  readme?: string
  changelog?: string
  logoImageUrl?: string
  bannerImageUrl?: string
  visibility: 'PUBLIC' | 'PRIVATE'
  privacyPolicyUrl?: string
  termsOfServiceUrl?: string
  categories?: string[]
  source?: 'open' | 'closed'
  requires?: string
  requiredIntegrationProviders?: string[]
  permissions?: Permissions
  configDefinitions?: ConfigDefinition[]
  migrations?: { from: string; definition: string }[]
  skills: SkillDocument[]
}

/** The fixed list that `categories` chooses from. */
export const CATEGORIES = [
  'text',
  'data',
  'math',
  'dates',
  'finance',
  'design',
  'security',
  'developer',
  'commerce',
  'weather',
  'writing',
  'other',
] as const
