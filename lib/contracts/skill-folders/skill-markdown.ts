import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import type { SkillDocument } from '../document/skillset-document.ts'
import { describePrice } from '../permissions/item-price.ts'
import { dryRunSentence } from '../permissions/permission-lines.ts'
import { isValidDescription, isValidName } from './agent-skill-rules.ts'
import { writeSkillMarkdown } from './front-matter.ts'
import type { NamedSkill } from './manifest.ts'

/** Returns the front matter of SKILL.md. It has only fields of Agent Skills; everything else is text in `metadata`, or in `skill.toml`. */
export function buildFrontmatter({ skill }: Pick<NamedSkill, 'skill'>): JsonObject {
  const { name, description, 'allowed-tools': allowedTools, ...own } = skill.metadata ?? {}
  const tags = skill.tags?.length ? { tags: skill.tags.join(', ') } : {}
  const entries = Object.entries({ ...tags, ...own }).map(([key, value]) => [key, toMetadataText(value)])
  return {
    name: isValidName(name) ? name! : toHyphenatedName(skill.slug),
    description: isValidDescription(description) ? description! : skill.description,
    ...(skill.license !== undefined && { license: skill.license }),
    ...(skill.compatibility !== undefined && { compatibility: skill.compatibility }),
    ...(typeof allowedTools === 'string' && { 'allowed-tools': allowedTools }),
    ...(entries.length > 0 && { metadata: Object.fromEntries(entries) }),
  }
}

function toMetadataText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the text of SKILL.md. `priceOfCalls` is what the called skills cost in USDC, which depends on their documents. */
export function renderSkillMarkdown(named: NamedSkill, known: { priceOfCalls?: string } = {}): string {
  const { skill } = named
  const body = skill.kind === 'instruction' ? (skill.body ?? '') : describeAction(named, known.priceOfCalls)
  return writeSkillMarkdown(buildFrontmatter(named), body)
}

/** Returns a slug as a name of the Agent Skills format: lower case, with single hyphens. */
export function toHyphenatedName(slug: string): string {
  // Splits names like "readFile".
  const spaced = slug.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase()
  return spaced.replaceAll(/_+/g, '-').replaceAll(/^-|-$/g, '') || 'skill'
}

function describeAction({ name, document, skill }: NamedSkill, priceOfCalls?: string): string {
  const [example] = skill.examples ?? []
  const parts = [
    `# ${skill.name}`,
    skill.description,
    skill.prompt,
    `Call it as \`${name}\`, version ${document.version}. ${priceSentence(skill, callCostSentence(document, priceOfCalls))}`,
    fieldsPart('Input', skill.parameters),
    fieldsPart('Output', skill.response),
    example &&
      `## Example\n\n${example.title}:\n\n\`\`\`json\n${JSON.stringify(example.input, null, 2)}\n\`\`\``,
    skill.sideEffects?.length &&
      `## Side effects\n\n${skill.sideEffects.map((each) => `- ${each}`).join('\n')}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function priceSentence(skill: SkillDocument, calls: string): string {
  const { pricing } = skill
  const own =
    pricing && Number(pricing.amount) > 0
      ? `A run costs ${pricing.perItem ? describePrice(pricing) : `${pricing.amount} ${pricing.currency}`}, charged only if its output matches the contract. ${dryRunSentence(skill)}`
      : calls
        ? 'The skill itself is free.'
        : 'The skill is free.'
  return `${own}${calls && ` ${calls}`}`
}

function callCostSentence({ permissions }: NamedSkill['document'], priceOfCalls: string | undefined): string {
  if (!permissions?.skills?.length || priceOfCalls === '0') return ''
  return priceOfCalls === undefined
    ? 'The skills that it calls may cost extra. Its quote states how much.'
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
