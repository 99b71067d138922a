/** The contract a run is held to, made once per document. Floor 3, pure. */

import { contractDocument } from '../contract/document/contract-document.ts'
import { contractHash, permissionsHash } from '../contract/document/contract-hash.ts'
import type { SkillDocument, SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { JsonSchema } from '../contract/json/json.ts'
import { canonicalSchema } from '../contract/schema/canonical-schema.ts'
import { type OutputRules, outputRules } from '../contract/values/check-output.ts'
import type { Issue } from '../errors.ts'

export type Contract = {
  /** Absent when the parameters cannot be read; `issues` then says why. */
  parameters?: JsonSchema
  response?: JsonSchema
  rules: OutputRules
  hash: string
  permissionsHash: string
  issues: Issue[]
}

const known = new WeakMap<SkillDocument, Contract>()

export function contractOf(document: SkillSetDocument, skill: SkillDocument): Contract {
  const kept = known.get(skill)
  if (kept) return kept
  const parameters = canonicalSchema(skill.parameters)
  const response = canonicalSchema(skill.response)
  const contract = {
    parameters: parameters.schema,
    response: response.schema,
    rules: outputRules(skill),
    hash: contractHash(contractDocument(document, skill)),
    permissionsHash: permissionsHash(document, skill),
    issues: [...under('/parameters', parameters.issues), ...under('/response', response.issues)],
  }
  known.set(skill, contract)
  return contract
}

function under(prefix: string, issues: Issue[]): Issue[] {
  return issues.map((issue) => ({ ...issue, path: prefix + issue.path }))
}
