/**
 * What a skill may do by itself and by what it calls: the tools and skills, the places, the risk. Floor 3.
 *
 * By declarations, since its code says more only when it runs. What cannot be resolved cannot be called.
 * Source: specification "First-party tools and plans", Plan, risk roll-up.
 */
import type { Context } from '../context.ts'
import type { RiskLevel } from '../contract/document/skillset-document.ts'
import { highestRisk } from '../contract/plan/highest-risk.ts'
import type { PlanTool } from '../contract/plan/plan-tool.ts'
import { reachesVault } from '../contract/plan/vault-arguments.ts'
import { declaredSkills, leaveOut, siblingOf } from '../execution/find-declared.ts'
import { type Runnable, resolveSkill } from '../execution/resolve-skill.ts'
import { findToolSkill } from '../tools/tool-skill.ts'

type Reach = Required<Pick<PlanTool, 'uses' | 'riskLevel' | 'sideEffects'>> & Pick<PlanTool, 'vaultPlaces'>

/** A skill that says it only reads and declares tools that write is one that writes. */
export async function reachOf(ctx: Context, runnable: Runnable): Promise<Reach> {
  const uses = new Set<string>()
  const places = new Set<string>()
  const risks = new Set<RiskLevel>()
  const sideEffects = new Set<string>()
  let isLimited = true
  const visit = async (visited: Runnable, seen: Set<string>) => {
    const { name, skill, document } = visited
    const { tools = [], vault = [] } = document.permissions ?? {}
    seen.add(name)
    risks.add(skill.riskLevel ?? 'read-only')
    for (const effect of skill.sideEffects ?? []) sideEffects.add(effect)
    for (const tool of tools) {
      uses.add(tool)
      risks.add(findToolSkill(tool)?.tool.riskLevel ?? 'read-only')
    }
    if (vault.length === 0 && tools.some(reachesVault)) isLimited = false
    for (const place of vault) places.add(place.replace(/^(read|write):/, ''))
    for (const { name: called, range } of declaredSkills(visited)) {
      if (seen.has(called)) continue
      const child =
        siblingOf(visited, called) ??
        (await resolveSkill(ctx, { name: called, version: range }).catch(leaveOut))
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
