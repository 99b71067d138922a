/** `commands.list`: what can be done here by one word. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.5.1. */
import { type CommandDescriptor, listCommands } from '../commands/registry.ts'
import { commandId } from './command-id.ts'
import type { Tool } from './tool.ts'

type Input = { query?: string; prefix?: string; limit?: number }
type Output = { commands: CommandDescriptor[]; truncated: boolean }

const DEFAULT_LIMIT = 100

export const commandsList: Tool<Input, Output> = {
  name: 'commands.list',
  title: 'List commands',
  description:
    'Lists the commands of the command palette: the site’s own, and the buttons of the SkillSets that the caller’s organisation has installed.',
  riskLevel: 'read-only',
  sideEffects: [],
  availability: 'always',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: [],
    properties: {
      query: {
        type: 'string',
        maxLength: 200,
        description: 'Only commands whose name or id holds these words.',
      },
      prefix: {
        type: 'string',
        maxLength: 200,
        description: 'Only commands whose id begins so: “guildhall:”.',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 500,
        description: `The most commands to list; ${DEFAULT_LIMIT} when absent.`,
      },
    },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['commands', 'truncated'],
    properties: {
      commands: {
        type: 'array',
        description: 'The site’s own first.',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['id', 'name'],
          properties: {
            id: commandId('What commands.run takes.'),
            name: { type: 'string', description: 'What a person reads.' },
            ownerHint: { type: 'string', description: 'Whose it is: what stands before the “:” of the id.' },
            ownerType: {
              enum: ['core', 'community', 'unknown'],
              description: 'The site’s own, or a skill’s.',
            },
            confidence: {
              enum: ['high', 'low'],
              description: 'Low for a button whose words are meant for an agent: it names nothing to run.',
            },
          },
        },
      },
      truncated: { type: 'boolean', description: 'True when there are more.' },
    },
  },
  preview: [
    { given: 'query', say: 'List the commands for “{query}”' },
    { given: 'prefix', say: 'List the commands of “{prefix}”' },
    { say: 'List all commands' },
  ],
  async run({ query = '', prefix = '', limit = DEFAULT_LIMIT }, { db, caller }) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean)
    const found = (await listCommands(db, caller)).filter(({ id, name }) => {
      const text = `${name} ${id}`.toLowerCase()
      return id.startsWith(prefix) && words.every((word) => text.includes(word))
    })
    const commands = found.slice(0, limit).map(({ does: _, ...descriptor }) => descriptor)
    return { commands, truncated: found.length > limit }
  },
}
