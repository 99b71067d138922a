/**
 * A schema in which whatever is referred to stands where schemas stand.
 *
 * Ground; also in the browser. A reference may name any place ("#/components/schemas/a"), and what stands there is a
 * schema by that alone; everything that walks a schema would pass it by. So it is read as if it stood under `$defs`.
 * Source: JSON Schema 2020-12 Core §9.4.2, which leaves such references to whoever reads them.
 */
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { toPointer } from '../json/json-pointer.ts'
import { mapSchema, refTo, resolveRef, walkSchema } from './schema-tree.ts'

/** `root` itself when there is nothing to move, or when references in it do not all start at its top. */
export function withReferredPlaces(root: JsonSchema): JsonSchema {
  const places = new Map<Json, string>()
  const moved: [name: string, schema: JsonSchema][] = []
  const refs: string[] = []
  let hasInnerIds = false
  const walk = (schema: JsonSchema, at: string) =>
    walkSchema(
      schema,
      (each, pointer) => {
        places.set(each, pointer)
        for (const ref of [each.$ref, each.$dynamicRef])
          if (typeof ref === 'string' && ref.startsWith('#/')) refs.push(ref)
        hasInnerIds ||= each !== root && each.$id !== undefined
      },
      at,
    )
  walk(root, '')
  for (let ref = refs.pop(); ref !== undefined; ref = refs.pop()) {
    const target = resolveRef(root, ref)
    if (!isObject(target) || places.has(target)) continue
    const name = `${ref} (moved)`
    moved.push([name, target])
    walk(target, toPointer(['$defs', name]))
  }
  if (moved.length === 0 || hasInnerIds) return root
  const $defs = { ...(isObject(root.$defs) ? root.$defs : {}), ...Object.fromEntries(moved) }
  const redirect = (ref: Json | undefined) => {
    const place = typeof ref === 'string' && ref.startsWith('#/') && places.get(resolveRef(root, ref) ?? null)
    return place ? refTo(place) : ref
  }
  return mapSchema({ ...root, $defs }, (each) => ({
    ...each,
    ...(each.$ref !== undefined && { $ref: redirect(each.$ref) as Json }),
    ...(each.$dynamicRef !== undefined && { $dynamicRef: redirect(each.$dynamicRef) as Json }),
  }))
}
