/** How two schemas differ in what they say to the reader: defaults, titles, descriptions, examples. Ground. */

import { isObject, type Json } from '../json/json.ts'
import { unconditional } from '../schema/schema-tree.ts'
import type { Side } from './compare-keywords.ts'
import type { Difference, Place } from './difference.ts'

const NOTES = ['title', 'description', 'examples'] as const

export function compareNotes(before: Side, after: Side, place: Place): Difference[] {
  const [was, is] = [defaultOf(before, before.schema), defaultOf(after, after.schema)]
  const changes: Difference[] = []
  if (JSON.stringify(was) !== JSON.stringify(is)) {
    const values = { ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }
    changes.push({
      kind: 'default',
      ...place,
      pointer: `${place.pointer}/default`,
      more: false,
      less: false,
      ...values,
    })
  }
  const [old, now] = [before, after].map(({ schema }) => (isObject(schema) ? schema : {}))
  for (const keyword of NOTES) {
    if (JSON.stringify(old?.[keyword]) === JSON.stringify(now?.[keyword])) continue
    changes.push({
      kind: 'text',
      ...place,
      pointer: `${place.pointer}/${keyword}`,
      keyword,
      more: false,
      less: false,
    })
  }
  return changes
}

export function defaultOf({ root }: Side, schema: Json | undefined): Json | undefined {
  return unconditional(root, schema).find((each) => each.default !== undefined)?.default
}
