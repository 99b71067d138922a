/** What a `$ref` means to the interpreter, `$id` of inner resources included. Ground; also in the browser. */
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { resolveRef, walkSchema } from './schema-tree.ts'

/** The schema that `ref`, standing in `holder`, names. Throws when there is none. */
export type FindTarget = (holder: JsonSchema, ref: string) => Json

type Resource = { uri: string; schema: JsonSchema }

export function targetFinder(root: JsonSchema, rootUri: string): FindTarget {
  const whole: Resource = { uri: uriOf(root.$id, rootUri), schema: root }
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
    // Outermost first: an inner resource overwrites the home that the outer one gave.
    for (const each of pending) {
      const own = { uri: uriOf(each.$id, homes.get(each)?.uri ?? outer.uri), schema: each }
      resources.set(own.uri, own)
      findHomes(each, own)
    }
  }

  return (holder, ref) => {
    const kept = known.get(holder)
    if (kept !== undefined) return kept
    const home = homes.get(holder) ?? whole
    const [path = '', fragment = ''] = ref.split('#')
    const resource = path === '' ? home : (resources.get(path) ?? resources.get(uriOf(path, home.uri)))
    const target = resource && resolveRef(resource.schema, `#${fragment}`)
    if (target === undefined) throw new Error(`can't resolve reference ${ref}`)
    known.set(holder, target)
    return target
  }
}

function isResource({ $id }: JsonSchema): boolean {
  return typeof $id === 'string' && !$id.startsWith('#')
}

function uriOf(id: Json | undefined, base: string): string {
  if (typeof id !== 'string') return base
  const uri = URL.canParse(id, base) ? new URL(id, base).href : id
  return uri.replace(/#$/, '')
}

/** Whether a schema accepts whatever comes: Ajv does not even ask it. */
export function acceptsAnything(schema: Json | undefined): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0)
}
