/** What a run may reach with all that it calls: docs/spec/tools-and-plans.md §3. */

import type { RiskLevel } from '../../contracts/document/skillset-document.ts'
import { highestRisk, riskIn } from '../../contracts/permissions/permission-lines.ts'
import { ignoreAppError } from '../../kernel/errors.ts'
import { reachesVault } from '../../plans/model/policy/vault-arguments.ts'
import type { SkillRequest } from '../resolve/resolve-skill.ts'
import { declaredSkills, findSibling } from '../resolve/resolve-skill.ts'
import type { Runnable } from '../resolve/runnable.ts'

export type Reach = {
  /** The names of the tools and skills that it may call, at any depth. */
  uses: string[]
  riskLevel: RiskLevel
  sideEffects: string[]
  /** Absent if its vault access has no limit, or if it has none. */
  vaultPaths?: string[]
  /** The skill itself and all that it may call. */
  visited: Runnable[]
  /** All names of a skill, by its current and by its declared name. */
  otherNames: Record<string, string[]>
}

/**
 * Walks the declared calls. Skills that cannot be resolved are left out. Throws what `resolve` throws besides
 * AppErrors.
 */
export async function findReach(
  runnable: Runnable,
  resolve: (request: SkillRequest) => Promise<Runnable>,
): Promise<Reach> {
  const uses = new Set<string>()
  const paths = new Set<string>()
  const risks = new Set<RiskLevel>()
  const sideEffects = new Set<string>()
  const all: Runnable[] = []
  const otherNames: Record<string, string[]> = {}
  let isLimited = true
  const visit = async (visited: Runnable, seen: Set<string>, declared: string) => {
    const { name, skill, document, names = [] } = visited
    const known = names.map((set) => `${set}.${skill.slug}`)
    if (known.length > 1) otherNames[name] = otherNames[declared] = known
    const { tools = [], vault = [] } = document.permissions ?? {}
    seen.add(name)
    all.push(visited)
    risks.add(riskIn(document, skill))
    for (const effect of skill.sideEffects ?? []) sideEffects.add(effect)
    for (const tool of tools) uses.add(tool)
    if (vault.length === 0 && tools.some(reachesVault)) isLimited = false
    for (const path of vault) paths.add(path.replace(/^(read|write):/, ''))
    for (const { name: called, range } of declaredSkills(visited)) {
      if (seen.has(called)) continue
      const child =
        findSibling(visited, called) ??
        (await resolve({ name: called, version: range }).catch(ignoreAppError))
      if (!child) continue
      uses.add(called)
      seen.add(called)
      if (!seen.has(child.name) || child.name === called) await visit(child, seen, called)
    }
  }
  await visit(runnable, new Set(), runnable.name)
  return {
    uses: [...uses],
    riskLevel: highestRisk(risks),
    sideEffects: [...sideEffects],
    visited: all,
    otherNames,
    ...(isLimited && paths.size > 0 && { vaultPaths: [...paths] }),
  }
}
