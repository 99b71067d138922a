import { readAsType } from '../../../json-schema/inputs/coercions.ts'
import { isObject, type Json } from '../../../kernel/json/json.ts'

type VaultPathArgument = { pointer: string; path: Json; isFolder: boolean }

const REACHING = /^(vault\.|workspace\.openFile$)/

// "" is the vault's root.
const FIELDS: Record<string, boolean> = { path: false, fromPath: false, toPath: false, prefix: true }

export function reachesVault(tool: string): boolean {
  return REACHING.test(tool) || tool.startsWith('editor.')
}

/** Reads arguments as coercion does: 2026 is the path "2026". */
export function vaultArguments(tool: string, sent: Json): VaultPathArgument[] {
  const args = isObject(sent) ? sent : readAsType(sent, 'object')[0]
  if (!REACHING.test(tool) || !isObject(args)) return []
  const single = Object.entries(FIELDS).flatMap(([name, isFolder]): VaultPathArgument[] => {
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
  return typeof value === 'string' ? value : (readAsType(value, 'string')[0] ?? value)
}

function asList(value: Json): Json[] {
  if (Array.isArray(value)) return value
  const lists = readAsType(value, 'array') as Json[][]
  return lists.find((list) => list.every((each) => typeof asText(each) === 'string')) ?? []
}
