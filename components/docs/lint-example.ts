/** The example of the chapter on lint: only the schema is written down, what is said of it is asked of lint. */
import type { JsonObject, JsonSchema } from '#lib/contract/json/json.ts'
import { valueAt } from '#lib/contract/json/json-pointer.ts'
import { followAll, lint } from '#lib/contract/lint/lint.ts'

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

/** What is said of it, and the button that mends it where there is one. */
export const SAID = lint(document).map(({ rule, sentence, fix }) => ({ rule, sentence, fix: fix?.title }))

export const MENDED = valueAt(followAll(document).document, '/skills/0/parameters') ?? null
