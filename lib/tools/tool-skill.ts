import type { SkillDocument, SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { GUILDHALL_VERSION } from '../contracts/versions/runtime-version.ts'
import { BUILT_IN_TOOLS, findBuiltInTool } from './built-in-tools.ts'
import { type BuiltInTool, callerSchema } from './definition/built-in-tool.ts'

export type ToolSkill = {
  name: string
  tool: BuiltInTool
  /** The slug of the skill is the short name of the tool, such as "readFile". */
  skill: SkillDocument
  document: SkillSetDocument
}

// biome-ignore format: table
const NAMESPACES: Record<string, Pick<SkillSetDocument, 'name' | 'description' | 'categories'>> = {
  vault:     { name: 'Vault',     categories: ['data'],    description: 'The files of your organisation.' },
  editor:    { name: 'Editor',    categories: ['writing'], description: 'The file in your editor and its selection.' },
  workspace: { name: 'Workspace', categories: ['writing'], description: 'Your open tabs.' },
  commands:  { name: 'Commands',  categories: ['other'],   description: 'The commands of the command palette.' },
  util:      { name: 'Utilities', categories: ['text'],    description: 'Small text helpers.' },
}

const skills = new Map(
  documents()
    .flatMap(toToolSkills)
    .map((each) => [each.name, each]),
)

export const TOOL_SKILLS: readonly ToolSkill[] = BUILT_IN_TOOLS.flatMap(({ name }) => skills.get(name) ?? [])

export function findToolSkill(name: unknown): ToolSkill | undefined {
  return typeof name === 'string' ? skills.get(name) : undefined
}

function documents(): SkillSetDocument[] {
  const namespaces = [...new Set(BUILT_IN_TOOLS.map(({ name }) => namespaceOf(name)))]
  return namespaces.map((slug) => {
    const about = NAMESPACES[slug] ?? { name: slug, description: slug }
    const tools = BUILT_IN_TOOLS.filter((tool) => namespaceOf(tool.name) === slug)
    return {
      slug,
      version: GUILDHALL_VERSION,
      ...about,
      visibility: 'PUBLIC',
      source: 'closed',
      skills: tools.map(asSkill),
    }
  })
}

function toToolSkills(document: SkillSetDocument): ToolSkill[] {
  return document.skills.map((skill) => {
    const name = `${document.slug}.${skill.slug}`
    return { name, tool: findBuiltInTool(name)!, skill, document }
  })
}

function asSkill(tool: BuiltInTool): SkillDocument {
  const { name, title, description, riskLevel, sideEffects, availability, inputSchema, outputSchema } = tool
  return {
    slug: name.slice(name.indexOf('.') + 1),
    name: title,
    description,
    prompt: writePrompt(tool),
    riskLevel,
    sideEffects,
    availability,
    parameters: callerSchema(inputSchema),
    response: outputSchema,
  }
}

function writePrompt({ sideEffects, availability }: BuiltInTool): string {
  const changes =
    sideEffects.length > 0
      ? `Side effects: ${sideEffects.map(toSentence).join(' ')}`
      : 'It has no side effects.'
  return `Built in and free. ${changes} Available: ${toSentence(availability)}`
}

function toSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}

function namespaceOf(name: string): string {
  return name.slice(0, name.indexOf('.'))
}
