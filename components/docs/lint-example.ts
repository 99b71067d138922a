import { applyFixes, lint } from '#lib/contracts/lint/lint.ts'
import type { JsonObject, JsonSchema } from '#lib/kernel/json/json.ts'
import { valueAt } from '#lib/kernel/json/json-pointer.ts'

export const CARELESS: JsonSchema = {
  type: 'object',
  properties: {
    search_text: { type: 'string', description: 'What to look for' },
    format: { type: 'string', description: 'Output format: prose, bullets, or structured' },
    limit: { type: 'integer', description: 'How many at most, between 1 and 50' },
  },
  required: ['search_text'],
}

const SKILL: JsonObject = {
  slug: 'search',
  riskLevel: 'read-only',
  sideEffects: [],
  availability: 'Always.',
  definition: 'async function handler({ parameters }) {\n  const { limit = 10 } = parameters\n}\n',
  parameters: CARELESS,
}

const document: JsonObject = { skills: [SKILL] }

export const EXAMPLE_FINDINGS = lint(document).map(({ rule, sentence, fix }) => ({
  rule,
  sentence,
  fix: fix?.title,
}))

export const FIXED_PARAMETERS = valueAt(applyFixes(document).document, '/skills/0/parameters') ?? null
