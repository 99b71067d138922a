/**
 * How risky the skills of a document are, with what they call: as the catalogue says it. Floor 3.
 *
 * What is called counts as it is listed, which has what that calls in it; what is not listed (private, or gone) a
 * stranger's run cannot call, and a member's quote says it.
 */

import { highestRisk } from '../contract/document/highest-risk.ts'
import { riskIn } from '../contract/document/skill-risk.ts'
import type { RiskLevel, SkillDocument, SkillSetDocument } from '../contract/document/skillset-document.ts'
import { findListedRisks } from '../db/catalog-entries.ts'
import type { Database, Tx } from '../db/client.ts'

export async function risksAsListed(
  db: Database | Tx,
  prefix: string,
  document: SkillSetDocument,
): Promise<(skill: SkillDocument) => RiskLevel> {
  const called = (document.permissions?.skills ?? []).map((entry) => entry.split('@')[0] ?? '')
  const siblings = document.skills.filter(({ slug }) => called.includes(`${prefix}.${slug}`))
  const others = called.filter((name) => !name.startsWith(`${prefix}.`))
  const listed = others.length > 0 ? await findListedRisks(db, others) : []
  const ofCalls = highestRisk([...siblings.map((sibling) => riskIn(document, sibling)), ...listed])
  return (skill) =>
    skill.kind === 'instruction' ? riskIn(document, skill) : highestRisk([riskIn(document, skill), ofCalls])
}
