/** A skill that has just been added. Ground; also in the browser. */
import { emptySkill } from './empty-document.ts'
import type { SkillDocument } from './skillset-document.ts'

/** What is chosen when a skill is added. Kind and runtime stay. */
export type SkillChoice = {
  name: string
  slug: string
  kind: 'action' | 'instruction'
  runtime: 'javascript' | 'python'
}

const PYTHON_STARTER = `def main(args):
    return {"message": f"Hello, {args['name']}"}
`

/**
 * Enough to be tried, with every word still to be written. `kind` and `runtime` stand in it only where they say
 * something: both have a default.
 */
export function newSkill({ name, slug, kind, runtime }: SkillChoice): SkillDocument {
  if (kind === 'instruction') {
    return { slug, name, description: '', prompt: '', kind, body: `# ${name || 'Instructions'}\n\n` }
  }
  const isPython = runtime === 'python'
  return emptySkill({ slug, name, ...(isPython && { runtime, definition: PYTHON_STARTER }) })
}
