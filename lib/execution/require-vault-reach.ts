/**
 * Where in the vault a skill's code may reach, of what it declared: "read:Notes/**", "write:Reports/*". Floor 3, pure.
 *
 * A skill that declares tools and no places uses them like its caller does; one that names places keeps to them. A call
 * that names no place ("list everything") is for the whole vault. Source: specification "Skills protocol", Skill folder.
 */
import type { Permissions } from '../contract/document/skillset-document.ts'
import type { Json } from '../contract/json/json.ts'
import { matchesPath } from '../contract/plan/match-glob.ts'
import { reachesVault, vaultArguments } from '../contract/plan/vault-arguments.ts'
import { AppError } from '../errors.ts'
import type { Tool } from '../tools/tool.ts'

/** Throws POLICY_DENIED, naming the place. */
export function requireVaultReach(permissions: Permissions | undefined, tool: Tool, args: Json): void {
  const places = permissions?.vault ?? []
  if (places.length === 0 || !reachesVault(tool.name)) return
  const kind = tool.riskLevel === 'read-only' ? 'read:' : 'write:'
  const globs = places.filter((place) => place.startsWith(kind)).map((place) => place.slice(kind.length))
  const named = vaultArguments(tool.name, args).map(({ path }) => path)
  const wanted = named.length > 0 ? named : ['']
  for (const path of wanted) {
    // What is no text is for the tool's schema to refuse.
    if (typeof path !== 'string' || globs.some((glob) => matchesPath(glob, path.replace(/\/$/, '')))) continue
    throw new AppError('POLICY_DENIED', {
      message: `This skill has not declared that it ${kind === 'read:' ? 'reads' : 'writes'} ${path === '' ? 'the whole vault' : `“${path}”`} (permissions.vault).`,
    })
  }
}
