/**
 * Which arguments of a tool name files and folders of the vault.
 *
 * Ground; also in the browser. By the canonical names of fields, in the tools that reach the vault.
 * Source: seed "Tool Input/Output Schema Conventions" §3.1, §3.2.
 */
import { isObject, type Json } from '../json/json.ts'
import { readingsOf } from '../values/coerce.ts'

type Place = { pointer: string; path: Json; isFolder: boolean }

const REACHING = /^(vault\.|workspace\.openFile$)/

// Folders may end with "/", and "" is the vault itself.
const FIELDS: Record<string, boolean> = { path: false, fromPath: false, toPath: false, prefix: true }

export function reachesVault(tool: string): boolean {
  return REACHING.test(tool) || tool.startsWith('editor.')
}

/**
 * Every path among the arguments, templates as they are written.
 *
 * They are asked before the call is prepared, so what coercion will read as a text, a list or an object stands here as
 * that: 2026 is the path "2026". What it cannot read is given as it is, for the tool's schema to refuse.
 */
export function vaultArguments(tool: string, sent: Json): Place[] {
  const args = isObject(sent) ? sent : readingsOf(sent, 'object')[0]
  if (!REACHING.test(tool) || !isObject(args)) return []
  const single = Object.entries(FIELDS).flatMap(([name, isFolder]): Place[] => {
    const path = Object.hasOwn(args, name) ? args[name] : undefined
    return path === undefined
      ? []
      : [{ pointer: `/${name}`, path: asText(path), isFolder: isFolder || tool === 'vault.ensureFolder' }]
  })
  const paths = Object.hasOwn(args, 'paths') ? args.paths : undefined
  if (paths === undefined) return single
  const listed = asList(paths).map((path, index) => {
    const pointer = Array.isArray(paths) ? `/paths/${index}` : '/paths'
    return { pointer, path: asText(path), isFolder: true }
  })
  return [...single, ...listed]
}

function asText(value: Json): Json {
  return typeof value === 'string' ? value : (readingsOf(value, 'string')[0] ?? value)
}

/** As coercion chooses: the list that a text holds, unless that is none of texts; else the value alone. */
function asList(value: Json): Json[] {
  if (Array.isArray(value)) return value
  const lists = readingsOf(value, 'array') as Json[][]
  return lists.find((list) => list.every((each) => typeof asText(each) === 'string')) ?? []
}
