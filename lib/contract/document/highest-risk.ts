/** The one level that stands for several: the riskiest. Ground; also in the browser. */
import { RISK_LEVELS, type RiskLevel } from './skillset-document.ts'

/** Of nothing it is "read-only". */
export function highestRisk(levels: Iterable<RiskLevel>): RiskLevel {
  const places = [...levels].map((level) => RISK_LEVELS.indexOf(level))
  return RISK_LEVELS[Math.max(0, ...places)] ?? 'read-only'
}
