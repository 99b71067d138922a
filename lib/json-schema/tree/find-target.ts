import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { resolveRef, walkSchema } from './schema-tree.ts'

/** Returns what a `$ref` in `holder` refers to. Throws if it leads nowhere; nothing is fetched. */
export type FindTarget = (holder: JsonSchema, ref: string) => Json

/** A schema with an `$id` of its own, against which the references inside it are resolved. */
type Resource = { uri: string; schema: JsonSchema }

/** `rootUri` names the whole document besides its own `$id`. */
export function targetFinder(root: JsonSchema, rootUri: string): FindTarget {
  const whole: Resource = { uri: resolveUri(root.$id, rootUri), schema: root }
  const resources = new Map<string, Resource>([
    [rootUri, { uri: rootUri, schema: root }],
    [whole.uri, whole],
  ])
  const homes = new Map<JsonSchema, Resource>()
  findHomes(root, whole)
  const known = new Map<JsonSchema, Json>()

  function findHomes(schema: JsonSchema, outer: Resource): void {
    const pending: JsonSchema[] = []
    walkSchema(schema, (each) => {
      if (each !== schema && isResource(each)) pending.push(each)
      homes.set(each, outer)
    })
    // Walked last, because an inner resource replaces the base URI of its parts.
    for (const each of pending) {
      const own = { uri: resolveUri(each.$id, homes.get(each)?.uri ?? outer.uri), schema: each }
      resources.set(own.uri, own)
      findHomes(each, own)
    }
  }

  return (holder, ref) => {
    const cached = known.get(holder)
    if (cached !== undefined) return cached
    const base = homes.get(holder) ?? whole
    const [path = '', fragment = ''] = ref.split('#')
    const resource = path === '' ? base : (resources.get(path) ?? resources.get(resolveUri(path, base.uri)))
    const target = resource && resolveRef(resource.schema, `#${fragment}`)
    if (target === undefined) throw new Error(`can't resolve reference ${ref}`)
    known.set(holder, target)
    return target
  }
}

function isResource({ $id }: JsonSchema): boolean {
  return typeof $id === 'string' && !$id.startsWith('#')
}

function resolveUri(id: Json | undefined, base: string): string {
  if (typeof id !== 'string') return base
  const uri = URL.canParse(id, base) ? new URL(id, base).href : id
  return uri.replace(/#$/, '')
}
