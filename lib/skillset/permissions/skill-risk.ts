/** The risk of a skill by its own document. `reachOf` and `risksAsListed` add the skills it calls. */

import {
  RISK_LEVELS,
  type RiskLevel,
  type SkillDocument,
  type SkillSetDocument,
} from '../document/skillset-document.ts'
import { TOOL_DESCRIPTIONS } from './tool-descriptions.ts'

export function riskIn(
  { permissions }: Pick<SkillSetDocument, 'permissions'>,
  { riskLevel = 'read-only', kind }: Pick<SkillDocument, 'riskLevel' | 'kind'>,
): RiskLevel {
  // Instructions do not run.
  if (kind === 'instruction') return riskLevel
  const ofTools = (permissions?.tools ?? []).map((tool) => riskOfTool(tool))
  return highestRisk([riskLevel, ...ofTools])
}

/** An unknown tool can do nothing. */
function riskOfTool(tool: string): RiskLevel {
  return (Object.hasOwn(TOOL_DESCRIPTIONS, tool) && TOOL_DESCRIPTIONS[tool]?.risk) || 'read-only'
}

export function highestRisk(levels: Iterable<RiskLevel>): RiskLevel {
  const ranks = [...levels].map((level) => RISK_LEVELS.indexOf(level))
  return RISK_LEVELS[Math.max(0, ...ranks)] ?? 'read-only'
}
