import type { SkillDocument, SkillSetDocument } from './skillset-document.ts'

/** Returns a document with nothing but `fields`, as the studio starts one. */
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

/** Returns an action skill that greets, as an example of a whole contract. */
export function emptySkill(fields: Partial<SkillDocument> = {}): SkillDocument {
  return {
    slug: '',
    name: '',
    description: '',
    prompt: '',
    definition: STARTER,
    parameters: {
      type: 'object',
      properties: { name: { type: 'string', description: 'Whom to greet', examples: ['Ada'] } },
      required: ['name'],
      additionalProperties: false,
    },
    response: {
      type: 'object',
      properties: { message: { type: 'string', description: 'The greeting' } },
      required: ['message'],
      additionalProperties: false,
    },
    examples: [{ title: 'Example 1', input: { name: 'Ada' } }],
    ...fields,
  }
}

export type SkillChoice = {
  name: string
  slug: string
  kind: 'action' | 'instruction'
  runtime: 'javascript' | 'python'
}

const PYTHON_STARTER = `def main(args):
    return {"message": f"Hello, {args['name']}"}
`

/** Returns a skill of the chosen kind. Leaves out `kind` and `runtime` if they are the default. */
export function newSkill({ name, slug, kind, runtime }: SkillChoice): SkillDocument {
  if (kind === 'instruction') {
    return { slug, name, description: '', prompt: '', kind, body: `# ${name || 'Instructions'}\n\n` }
  }
  const isPython = runtime === 'python'
  return emptySkill({ slug, name, ...(isPython && { runtime, definition: PYTHON_STARTER }) })
}
