/** What the studio starts from. Ground. */
import type { SkillDocument, SkillSetDocument } from './skillset-document.ts'

/** A SkillSet with nothing in it yet: valid in shape, refused by the checklist. */
export function emptyDocument(fields: Partial<SkillSetDocument> = {}): SkillSetDocument {
  return {
    slug: '',
    name: '',
    version: '1.0.0',
    description: '',
    visibility: 'PUBLIC',
    skills: [],
    ...fields,
  }
}

const STARTER = `async function handler({ config, parameters, context }) {
  return { message: \`Hello, \${parameters.name}\` }
}
`

/** A first skill that already runs, so that there is something to change. */
export function emptySkill(fields: Partial<SkillDocument> = {}): SkillDocument {
  return {
    slug: '',
    name: '',
    description: '',
    prompt: '',
    definition: STARTER,
    parameters: {
      type: 'object',
      properties: { name: { type: 'string', description: 'Whom to greet' } },
      required: ['name'],
      additionalProperties: false,
    },
    response: {
      type: 'object',
      properties: { message: { type: 'string', description: 'The greeting' } },
      required: ['message'],
      additionalProperties: false,
    },
    examples: [{ title: 'Greet Ada', input: { name: 'Ada' } }],
    ...fields,
  }
}
