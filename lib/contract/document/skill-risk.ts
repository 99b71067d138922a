/**
 * How risky a skill is by what its own document says: what it declares of itself, and the tools that its SkillSet may use.
 *
 * Ground; also in the browser. A skill that says it only reads and may use a tool that writes is one that writes. What
 * the skills do that it calls is in other documents: who can look them up adds it (`reachOf`, `risksAsListed`).
 * Source: specification "First-party tools and plans", Plan, risk roll-up.
 */
import { highestRisk } from './highest-risk.ts'
import type { RiskLevel, SkillDocument, SkillSetDocument } from './skillset-document.ts'
import { TOOL_WORDS } from './tool-words.ts'

export function riskIn(
  { permissions }: Pick<SkillSetDocument, 'permissions'>,
  { riskLevel = 'read-only', kind }: Pick<SkillDocument, 'riskLevel' | 'kind'>,
): RiskLevel {
  // A page of instructions is only read.
  if (kind === 'instruction') return riskLevel
  const ofTools = (permissions?.tools ?? []).map((tool) => riskOfTool(tool))
  return highestRisk([riskLevel, ...ofTools])
}

/** A tool that is not there yet, or no more, can do nothing. */
function riskOfTool(tool: string): RiskLevel {
  return (Object.hasOwn(TOOL_WORDS, tool) && TOOL_WORDS[tool]?.risk) || 'read-only'
}
