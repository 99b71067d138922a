import {
  type canonicalSchema,
  isKnownSchema,
  rememberSchema,
} from '../../json-schema/parse/canonical-schema.ts'
import type { Json } from '../../kernel/json/json.ts'
import { runInThread } from '../../kernel/threads/run-in-thread.ts'
import type { SkillDocument } from './skillset-document.ts'

/** This takes milliseconds; thousands of patterns take seconds. */
const MAX_INLINE_CHARS = 16 * 1024

/**
 * Fills the cache of `canonicalSchema` in a worker thread. Throws INVALID_INPUT or RATE_LIMIT_EXCEEDED if that takes
 * too long.
 */
export async function warmContract({ parameters, response }: SkillDocument, owner: string): Promise<void> {
  await warmSchema(parameters, owner)
  await warmSchema(response, owner)
}

/** Documents are cached, so every run gets the same object. */
const short = new WeakSet<object>()

function isShort(authored: Json): boolean {
  if (typeof authored !== 'object' || authored === null || short.has(authored)) return true
  if (JSON.stringify(authored).length > MAX_INLINE_CHARS) return false
  short.add(authored)
  return true
}

async function warmSchema(authored: Json | undefined, owner: string): Promise<void> {
  if (authored === undefined || isShort(authored)) return
  if (isKnownSchema(authored)) return
  const canonical = await runInThread<typeof canonicalSchema>('canonical-schema', [authored], { owner })
  rememberSchema(authored, canonical)
}
