/**
 * Without declared paths a skill may use all that its caller may; a call without a path ("list everything")
 * needs the whole vault. Throws POLICY_DENIED. See docs/spec/skills-protocol.md §4.
 */

import type { BuiltInTool } from '../../builtin-tools/definition/built-in-tool.ts'
import { AppError } from '../../errors.ts'
import type { Json } from '../../json/json.ts'
import { matchesPath } from '../../plan-documents/policy/match-glob.ts'
import { reachesVault, vaultArguments } from '../../plan-documents/policy/vault-arguments.ts'
import type { Permissions } from '../../skillset/document/skillset-document.ts'

export function requireVaultReach(permissions: Permissions | undefined, tool: BuiltInTool, args: Json): void {
  const declaredPaths = permissions?.vault ?? []
  if (declaredPaths.length === 0 || !reachesVault(tool.name)) return
  const kind = tool.riskLevel === 'read-only' ? 'read:' : 'write:'
  const globs = declaredPaths
    .filter((entry) => entry.startsWith(kind))
    .map((entry) => entry.slice(kind.length))
  const named = vaultArguments(tool.name, args).map(({ path }) => path)
  const wanted = named.length > 0 ? named : ['']
  for (const path of wanted) {
    // The tool's schema refuses values that are not text.
    if (typeof path !== 'string' || globs.some((glob) => matchesPath(glob, path.replace(/\/$/, '')))) continue
    throw new AppError('POLICY_DENIED', {
      message: `This skill does not declare ${kind === 'read:' ? 'read' : 'write'} access to ${path === '' ? 'the whole vault' : `“${path}”`} in permissions.vault.`,
    })
  }
}
