/**
 * Any JSON, as a field of what was sent. Ground.
 *
 * In place of zod's own, which goes down as deep as it is asked to and into one object as often as it is named.
 */
import { z } from 'zod'
import type { Json } from './json.ts'
import { pointerKeys } from './json-pointer.ts'
import { toJson } from './to-json.ts'

export const SentJson: z.ZodType<Json> = z.unknown().transform((sent, context) => {
  const { value, issue } = toJson(sent)
  if (!issue) return value
  context.addIssue({ code: 'custom', message: issue.message, path: pointerKeys(issue.path) })
  return z.NEVER
})
