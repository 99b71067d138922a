/** The config definitions of a draft that are complete enough to draw a form of. Pure. */

import type { ConfigDefinition } from '#lib/contract/document/skillset-document.ts'
import { isObject, type Json } from '#lib/contract/json/json.ts'

export function readDefinitions(list: readonly Json[]): ConfigDefinition[] {
  return list.flatMap((item, index) => {
    if (!isObject(item) || typeof item.key !== 'string' || item.key === '' || typeof item.type !== 'string')
      return []
    const label = typeof item.label === 'string' && item.label ? item.label : item.key
    const options = Array.isArray(item.options) ? item.options.map(String) : undefined
    const order = typeof item.order === 'number' ? item.order : index
    // The type may be none of the six: then a text field is drawn.
    return [
      { ...item, label, options, order, required: item.required === true } as unknown as ConfigDefinition,
    ]
  })
}
