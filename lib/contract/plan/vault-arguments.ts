/**
 * Which arguments of a tool name files and folders of the vault.
 *
 * Ground; also in the browser. By the canonical names of fields, in the tools that reach the vault.
 * Source: seed "Tool Input/Output Schema Conventions" §3.1, §3.2.
 */
import { isObject, type Json } from '../json/json.ts'

type Place = { pointer: string; path: Json; isFolder: boolean }

const REACHING = /^(vault\.|workspace\.openFile$)/

// Folders may end with "/", and "" is the vault itself.
const FIELDS: Record<string, boolean> = { path: false, fromPath: false, toPath: false, prefix: true }

export function reachesVault(tool: string): boolean {
  return REACHING.test(tool) || tool.startsWith('editor.')
}

/** Every path among the arguments, templates as they are written. */
export function vaultArguments(tool: string, args: Json): Place[] {
  if (!REACHING.test(tool) || !isObject(args)) return []
  const single = Object.entries(FIELDS).flatMap(([name, isFolder]): Place[] => {
    const path = Object.hasOwn(args, name) ? args[name] : undefined
    return path === undefined
      ? []
      : [{ pointer: `/${name}`, path, isFolder: isFolder || tool === 'vault.ensureFolder' }]
  })
  const listed = Array.isArray(args.paths) ? args.paths : []
  return [
    ...single,
    ...listed.map((path, index) => ({ pointer: `/paths/${index}`, path, isFolder: true })),
    ...(typeof args.paths === 'string' ? [{ pointer: '/paths', path: args.paths, isFolder: true }] : []),
  ]
}
