/** The document of a SkillSet version, whose fields docs/spec/skillset-document.md describes. */

import type { Json, JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import type { ExampleAssertion } from '../examples/example-assertion.ts'
import type { Dependencies, DependencyLock, Requirements } from '../packages/dependencies.ts'
import type { SecretUse } from './secret-use.ts'
import type { Lane } from './skill-limits.ts'

type ConfigType = 'STRING' | 'NUMBER' | 'BOOLEAN' | 'SELECT' | 'MULTI_SELECT' | 'SECRET'

export type ConfigDefinition = {
  key: string
  label: string
  type: ConfigType
  description?: string
  required: boolean
  defaultValue?: string
  order: number
  options?: string[]
  /** A regular expression, or one of url, email, uuid, int. */
  validation?: string
  isSensitive?: boolean
}

export type SecretPermission = {
  key: string
  hosts: string[]
  exposure?: 'brokered' | 'raw'
  /** Signs requests to the hosts; the secret is not sent. */
  use?: SecretUse
  reason?: string
}

export type Permissions = {
  network?: string[]
  /** Names of parameters with addresses, whose hosts a run may reach. */
  urlParameters?: string[]
  secrets?: SecretPermission[]
  tools?: string[]
  vault?: string[]
  skills?: string[]
}

export type SkillExample = {
  title: string
  input: Json
  config?: JsonObject
  output?: Json
  /** How far the output may differ from the recorded one; see docs/spec/examples.md. */
  assertions?: ExampleAssertion[]
}

export type SkillButton = { label: string; payload: string }

/** From the lowest risk to the highest. */
export const RISK_LEVELS = ['read-only', 'writes', 'commands'] as const

export type RiskLevel = (typeof RISK_LEVELS)[number]

/** A file of a skill. Has exactly one of `text`, `base64` and `sha256`. */
export type SkillResource = {
  path: string
  kind: string
  executable?: boolean
  text?: string
  base64?: string
  /** The hash of a file that is stored outside the document, in `lib/blobs/skill-files`. */
  sha256?: string
  sizeBytes?: number
}

export type SkillDocument = {
  slug: string
  name: string
  description: string
  prompt: string
  kind?: 'action' | 'instruction'
  runtime?: 'javascript' | 'python'
  definition?: string
  body?: string
  parameters?: JsonSchema
  response?: JsonSchema
  /** The schema of each part that the code emits while it runs. */
  stream?: JsonSchema
  buttons?: SkillButton[]
  examples?: SkillExample[]
  riskLevel?: RiskLevel
  sideEffects?: string[]
  availability?: string
  pricing?: {
    model: 'per_job'
    amount: string
    currency: 'USDC'
    /** The price of each item of a list in the output, which a JSON Pointer names. A run costs `amount` at most. */
    perItem?: { amount: string; list: string }
    /** The price of a dry run; undefined if dry runs are free. */
    dryRunAmount?: string
  }
  /** Set if the code respects `context.dryRun`. Without it, only free skills have dry runs. */
  dryRun?: 'supported'
  limits?: { lane?: Lane; timeoutMs?: number; memoryMb?: number }
  tags?: string[]
  resources?: SkillResource[]
  /** The licence that a SKILL.md states. */
  license?: string
  compatibility?: string
  /** The other fields of a SKILL.md, and its `name` and `description` if they are too long for their own field. */
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
  dependencies?: Dependencies | Requirements
  /** The site writes it when it resolves the dependencies. */
  dependencyLock?: DependencyLock
  requiredIntegrationProviders?: string[]
  permissions?: Permissions
  configDefinitions?: ConfigDefinition[]
  migrations?: { from: string; definition: string }[]
  skills: SkillDocument[]
}
