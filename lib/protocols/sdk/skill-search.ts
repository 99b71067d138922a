/** What a search for skills sends and returns: docs/spec/skills-protocol.md §2, "Finding skills". */
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import type { RemoteCallOptions } from './client.ts'

export type SkillSearch = {
  /** Words or a sentence. */
  query?: string
  /** A JSON value that the caller has, or a JSON Schema of it. */
  have?: Json
  /** A JSON Schema of what the caller needs, or an example of it. */
  want?: Json
  /** The highest price of one run in USDC. */
  maxPrice?: string | number
  riskAtMost?: 'read-only' | 'writes' | 'commands'
  runtime?: 'javascript' | 'python' | 'instructions' | 'built_in'
  /** The least share of runs that succeeded, 0 to 1. */
  minSuccess?: number
  minOrganisations?: number
  /** A publisher, or "publisher.skillset". */
  namespace?: string
  /** 1 to 50; 10 by default. */
  limit?: number
  /** The longest answer in tokens, about; 2,000 by default. */
  maxTokens?: number
}

export type SkillFound = {
  name: string
  version: string
  kind: 'action' | 'instruction'
  description: string
  why: string
  takes?: FitKind
  /** Required fields that the caller does not have. */
  missing?: string[]
  returns?: FitKind
  /** The part of the output that fits, as a JSON Pointer. */
  returns_at?: string
  /** Whether a call with what the caller has returns what they need. */
  fits?: boolean
  price: string
  risk_level: string
  /** A call that the contract accepts; `replace` has JSON Pointers into `args` of examples. */
  call?: { name: string; args: JsonObject; version?: string; max_price?: string | number }
  replace?: string[]
}

type FitKind = 'as_is' | 'coerced' | 'possible' | 'partial' | 'any' | 'none'

export type SkillsFound = {
  skills: SkillFound[]
  /** Plans of two skills where no single one does it. */
  chains?: { why: string; price: string; plan: JsonObject; replace?: string[] }[]
  /** The query as it was corrected. */
  searched_for?: string
}

export type SearchOptions = Pick<RemoteCallOptions, 'signal' | 'timeoutMs' | 'retries'>

export function toSearchBody(search: SkillSearch): object {
  const { maxPrice, riskAtMost, minSuccess, minOrganisations, maxTokens, ...same } = search
  const renamed = {
    max_price: maxPrice,
    risk_at_most: riskAtMost,
    min_success: minSuccess,
    min_organisations: minOrganisations,
    max_tokens: maxTokens,
  }
  return Object.fromEntries(
    Object.entries({ ...same, ...renamed }).filter(([, value]) => value !== undefined),
  )
}
