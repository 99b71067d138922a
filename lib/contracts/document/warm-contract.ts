import {
  type canonicalSchema,
  isKnownSchema,
  rememberSchema,
} from '../../json-schema/parse/canonical-schema.ts'
import type { Json } from '../../kernel/json/json.ts'
import { runInThread } from '../../kernel/threads/run-in-thread.ts'
import type { SkillDocument } from './skillset-document.ts'

/** Reading a schema of this size takes milliseconds; one with thousands of patterns takes seconds. */
const MAX_INLINE_CHARS = 16 * 1024

/**
 * Reads long schemas of a skill in a worker thread and caches them, so that `canonicalSchema` does not block. Throws INVALID_INPUT or RATE_LIMIT_EXCEEDED if that takes
 * too long.
 */
export async function warmContract({ parameters, response }: SkillDocument, owner: string): Promise<void> {
  await warmSchema(parameters, owner)
  await warmSchema(response, owner)
}

/** Schemas that were measured before: documents are cached, so every run passes the same objects. */
const knownShort = new WeakSet<object>()

function isShort(authored: Json): boolean {
  if (typeof authored !== 'object' || authored === null || knownShort.has(authored)) return true
  if (JSON.stringify(authored).length > MAX_INLINE_CHARS) return false
  knownShort.add(authored)
  return true
}

async function warmSchema(authored: Json | undefined, owner: string): Promise<void> {
  if (authored === undefined || isShort(authored)) return
  if (isKnownSchema(authored)) return
  const canonical = await runInThread<typeof canonicalSchema>('canonical-schema', [authored], { owner })
  rememberSchema(authored, canonical)
}
