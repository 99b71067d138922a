/**
 * The fingerprints of a skill: two with the same contract hash accept and promise the same, in the same words.
 *
 * Ground; server only (node:crypto). Source: specification "Contracts" §6, the contract document.
 */
import { digestOf } from '../json/digest-of.ts'
import type { Json, JsonObject } from '../json/json.ts'
import type { SkillDocument, SkillSetDocument } from './skillset-document.ts'

/** SHA-256 over canonical JSON (RFC 8785) of input, output and definitions, as 64 hex digits. */
export function contractHash({ input, output, definitions }: JsonObject): string {
  return digestOf({ input: input ?? null, output: output ?? null, definitions: definitions ?? null })
}

/**
 * The fingerprint of what a caller agrees to besides: what the SkillSet may touch, what agents are told, what it
 * costs. Nothing allowed, and no price, are said by `{}` and null however the document leaves them out.
 */
export function permissionsHash(
  { permissions }: Pick<SkillSetDocument, 'permissions'>,
  { prompt, pricing }: Pick<SkillDocument, 'prompt' | 'pricing'>,
): string {
  // Type-only casts: both are JSON, as the document they stand in.
  const granted = Object.entries((permissions ?? {}) as JsonObject).filter(
    ([, list]) => !Array.isArray(list) || list.length > 0,
  )
  return digestOf({
    permissions: Object.fromEntries(granted),
    prompt,
    price: (pricing ?? null) as Json,
  })
}
