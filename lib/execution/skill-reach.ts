/**
 * What a skill may do by itself and by what it calls: the tools and skills, the places, the risk. Floor 3.
 *
 * By declarations, since its code says more only when it runs. What cannot be resolved cannot be called.
 * Source: specification "First-party tools and plans", Plan, risk roll-up.
 */

import { highestRisk } from '../contract/document/highest-risk.ts'
import { riskIn } from '../contract/document/skill-risk.ts'
import type { RiskLevel } from '../contract/document/skillset-document.ts'
import { reachesVault } from '../contract/plan/vault-arguments.ts'
import { declaredSkills, leaveOut, siblingOf } from './find-declared.ts'
import type { AskedSkill, Runnable } from './resolve-skill.ts'

export type Reach = {
  /** The tools and skills that it may call, directly or not. */
  uses: string[]
  riskLevel: RiskLevel
  sideEffects: string[]
  /** Where in the vault, if only there. */
  vaultPlaces?: string[]
}

/** `resolve` says which skill a name means to the caller, and throws an AppError where it means none. */
export async function reachOf(
  runnable: Runnable,
  resolve: (asked: AskedSkill) => Promise<Runnable>,
): Promise<Reach> {
  const uses = new Set<string>()
  const places = new Set<string>()
  const risks = new Set<RiskLevel>()
  const sideEffects = new Set<string>()
  let isLimited = true
  const visit = async (visited: Runnable, seen: Set<string>) => {
    const { name, skill, document } = visited
    const { tools = [], vault = [] } = document.permissions ?? {}
    seen.add(name)
    risks.add(riskIn(document, skill))
    for (const effect of skill.sideEffects ?? []) sideEffects.add(effect)
    for (const tool of tools) uses.add(tool)
    if (vault.length === 0 && tools.some(reachesVault)) isLimited = false
    for (const place of vault) places.add(place.replace(/^(read|write):/, ''))
    for (const { name: called, range } of declaredSkills(visited)) {
      if (seen.has(called)) continue
      const child =
        siblingOf(visited, called) ?? (await resolve({ name: called, version: range }).catch(leaveOut))
      if (!child) continue
      uses.add(called)
      await visit(child, seen)
    }
  }
  await visit(runnable, new Set())
  return {
    uses: [...uses],
    riskLevel: highestRisk(risks),
    sideEffects: [...sideEffects],
    ...(isLimited && places.size > 0 && { vaultPlaces: [...places] }),
  }
}
