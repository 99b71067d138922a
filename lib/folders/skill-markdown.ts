/**
 * The SKILL.md of a skill: for instructions their text, for actions what a reader has to know to call them. Ground, pure.
 */
import type { SkillDocument } from '../contract/document/skillset-document.ts'
import { isObject, type JsonObject, type JsonSchema } from '../contract/json/json.ts'
import { canonicalSchema } from '../contract/schema/canonical-schema.ts'
import { writeMarkdown } from './front-matter.ts'
import type { NamedSkill } from './manifest.ts'

/** The front matter, as JSON. `name` is the one an Agent Skill must have: lower case and hyphens. */
export function frontmatterOf({ skill }: Pick<NamedSkill, 'skill'>): JsonObject {
  const { name, description, 'allowed-tools': allowedTools, ...metadata } = skill.metadata ?? {}
  return {
    name: typeof name === 'string' ? name : hyphenated(skill.slug),
    description: typeof description === 'string' ? description : skill.description,
    ...(skill.license !== undefined && { license: skill.license }),
    ...(skill.compatibility !== undefined && { compatibility: skill.compatibility }),
    ...(allowedTools !== undefined && { 'allowed-tools': allowedTools }),
    // An Agent Skill has no such field; there the manifest alone says them.
    ...(skill.tags && skill.kind !== 'instruction' && { tags: skill.tags }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
}

/** Without `priceOfCalls`, what the skills cost that it may call is left open: it is another document's to say. */
export function markdownOf(named: NamedSkill, known: { priceOfCalls?: string } = {}): string {
  const { skill } = named
  const body = skill.kind === 'instruction' ? (skill.body ?? '') : about(named, known.priceOfCalls)
  return writeMarkdown(frontmatterOf(named), body)
}

/** As an Agent Skill is called: lower case and single hyphens. */
export function hyphenated(slug: string): string {
  // A built-in tool is called "readFile".
  const words = slug.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase()
  return words.replaceAll(/_+/g, '-').replaceAll(/^-|-$/g, '') || 'skill'
}

function about({ name, document, skill }: NamedSkill, priceOfCalls?: string): string {
  const [example] = skill.examples ?? []
  const parts = [
    `# ${skill.name}`,
    skill.description,
    skill.prompt,
    `Call it as \`${name}\`, version ${document.version}. ${priceWords(skill, callsWords(document, priceOfCalls))}`,
    fieldsPart('Input', skill.parameters),
    fieldsPart('Output', skill.response),
    example &&
      `## Example\n\n${example.title}:\n\n\`\`\`json\n${JSON.stringify(example.input, null, 2)}\n\`\`\``,
    skill.sideEffects?.length &&
      `## Side effects\n\n${skill.sideEffects.map((each) => `- ${each}`).join('\n')}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** `calls` says what is to be paid besides; "" when nothing is. */
function priceWords({ pricing }: SkillDocument, calls: string): string {
  const own =
    pricing && Number(pricing.amount) > 0
      ? `A run costs ${pricing.amount} ${pricing.currency}, and only when it keeps its promise`
      : `It is free${calls && ' by itself'}`
  return `${own}.${calls && ` ${calls}`}`
}

function callsWords({ permissions }: NamedSkill['document'], priceOfCalls: string | undefined): string {
  if (!permissions?.skills?.length || priceOfCalls === '0') return ''
  return priceOfCalls === undefined
    ? 'The skills that it calls may cost more: its quote says how much.'
    : `The skills that it calls cost up to ${priceOfCalls} USDC more.`
}

function fieldsPart(title: string, authored: JsonSchema | undefined): string | undefined {
  const { schema } = canonicalSchema(authored)
  if (!isObject(schema?.properties)) return undefined
  const required = Array.isArray(schema.required) ? schema.required : []
  const lines = Object.entries(schema.properties).map(([key, field]) => {
    const { type, description } = isObject(field) ? field : {}
    const kind = [type].flat().filter((each) => typeof each === 'string')
    const facts = [...kind, ...(required.includes(key) ? ['required'] : [])].join(', ')
    return `- \`${key}\`${facts && ` (${facts})`}${typeof description === 'string' ? `: ${description}` : ''}`
  })
  return lines.length > 0 ? `## ${title}\n\n${lines.join('\n')}` : undefined
}
