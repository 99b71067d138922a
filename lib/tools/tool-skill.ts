/**
 * A first-party tool as a skill, so that every page and door that knows skills knows tools. Floor 3, pure.
 *
 * Each namespace stands as a SkillSet that nobody publishes; its version is this Guildhall's own.
 * Source: specification "First-party tools and plans", Tools; "Skills protocol", Names.
 */
import type { SkillDocument, SkillSetDocument } from '../contract/document/skillset-document.ts'
import { GUILDHALL_VERSION } from '../contract/version/runtime-version.ts'
import { ALL_TOOLS, findTool } from './all-tools.ts'
import { callerSchema } from './common-inputs.ts'
import type { Tool } from './tool.ts'

export type ToolSkill = {
  /** "vault.readFile" */
  name: string
  tool: Tool
  /** Its slug is the tool's own name: "readFile". */
  skill: SkillDocument
  /** Of its namespace. */
  document: SkillSetDocument
}

/** What each namespace is called, and what it is for. */
// biome-ignore format: a table reads in rows
const NAMESPACES: Record<string, Pick<SkillSetDocument, 'name' | 'description' | 'categories'>> = {
  vault:     { name: 'Vault',     categories: ['data'],    description: 'The files of your organisation.' },
  editor:    { name: 'Editor',    categories: ['writing'], description: 'The file that is open in your editor, and what is selected there.' },
  workspace: { name: 'Workspace', categories: ['writing'], description: 'What you have open, and opening more.' },
  commands:  { name: 'Commands',  categories: ['other'],   description: 'What the command palette can do.' },
  util:      { name: 'Utilities', categories: ['text'],    description: 'Small helpers for texts.' },
}

const skills = new Map(
  documents()
    .flatMap(skillsOf)
    .map((each) => [each.name, each]),
)

/** All of them, in the order of `ALL_TOOLS`. */
export const TOOL_SKILLS: readonly ToolSkill[] = ALL_TOOLS.flatMap(({ name }) => skills.get(name) ?? [])

/** Undefined for what is no built-in tool. */
export function findToolSkill(name: unknown): ToolSkill | undefined {
  return typeof name === 'string' ? skills.get(name) : undefined
}

function documents(): SkillSetDocument[] {
  const namespaces = [...new Set(ALL_TOOLS.map(({ name }) => namespaceOf(name)))]
  return namespaces.map((slug) => {
    const about = NAMESPACES[slug] ?? { name: slug, description: slug }
    const tools = ALL_TOOLS.filter((tool) => namespaceOf(tool.name) === slug)
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

function skillsOf(document: SkillSetDocument): ToolSkill[] {
  return document.skills.map((skill) => {
    const name = `${document.slug}.${skill.slug}`
    return { name, tool: findTool(name)!, skill, document }
  })
}

function asSkill(tool: Tool): SkillDocument {
  const { name, title, description, riskLevel, sideEffects, availability, inputSchema, outputSchema } = tool
  return {
    slug: name.slice(name.indexOf('.') + 1),
    name: title,
    description,
    prompt: promptOf(tool),
    riskLevel,
    sideEffects,
    availability,
    parameters: callerSchema(inputSchema),
    response: outputSchema,
  }
}

/** For an agent: what it does to the world, and when it can be called. */
function promptOf({ sideEffects, availability }: Tool): string {
  const changes =
    sideEffects.length > 0 ? `What it changes: ${sideEffects.map(sentence).join(' ')}` : 'It changes nothing.'
  return `Built in, free, run by Guildhall itself. ${changes} Available: ${sentence(availability)}`
}

function sentence(words: string): string {
  return words.endsWith('.') ? words : `${words}.`
}

function namespaceOf(name: string): string {
  return name.slice(0, name.indexOf('.'))
}
