/**
 * Which problems are the writer's, and which are only still to do. Pure.
 *
 * An empty field of a new draft is no mistake. It becomes one when somebody has been in it and left it so, or has
 * asked whether all is done; what was written and is wrong always is one.
 */
import type { Json } from '#lib/contract/json/json.ts'
import { valueAt } from '#lib/contract/json/json-pointer.ts'
import type { Issue } from '#lib/errors.ts'

export type Attention = {
  /** Pointers of the fields that somebody has been in. */
  touched: ReadonlySet<string>
  /** The checklist was asked. */
  isAsked: boolean
}

export function isDue({ path }: Issue, document: Json, { touched, isAsked }: Attention): boolean {
  return isAsked || touched.has(path) || !isEmpty(valueAt(document, path))
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
