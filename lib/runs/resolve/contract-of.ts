import {
  contractDocument,
  contractHash,
  permissionsHash,
} from '../../contracts/document/contract-document.ts'
import type { SkillDocument, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { type OutputRules, outputRules } from '../../contracts/results/check-output.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { type Issue, issuesUnder } from '../../kernel/errors.ts'
import type { JsonSchema } from '../../kernel/json/json.ts'

export type Contract = {
  parameters?: JsonSchema
  response?: JsonSchema
  rules: OutputRules
  hash: string
  permissionsHash: string
  issues: Issue[]
}

const cache = new WeakMap<SkillDocument, Contract>()

export function contractOf(document: SkillSetDocument, skill: SkillDocument): Contract {
  const cached = cache.get(skill)
  if (cached) return cached
  const parameters = canonicalSchema(skill.parameters)
  const response = canonicalSchema(skill.response)
  const contract = {
    parameters: parameters.schema,
    response: response.schema,
    rules: outputRules(skill),
    hash: contractHash(contractDocument(document, skill)),
    permissionsHash: permissionsHash(document, skill),
    issues: [...issuesUnder('/parameters', parameters.issues), ...issuesUnder('/response', response.issues)],
  }
  cache.set(skill, contract)
  return contract
}
