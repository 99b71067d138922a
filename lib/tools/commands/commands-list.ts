import { type CommandDescriptor, listCommands } from '../command-palette/list-commands.ts'
import {
  type CommandRun,
  requireCommand,
  runPaletteCommand,
  skillsOfCommand,
} from '../command-palette/run-palette-command.ts'
import {
  type BuiltInTool,
  type CommonInputs,
  strictObject,
  WRITE_INPUTS,
} from '../definition/built-in-tool.ts'

type Input = { query?: string; prefix?: string; limit?: number }
type Output = { commands: CommandDescriptor[]; truncated: boolean }

const DEFAULT_LIMIT = 100

export const commandsList: BuiltInTool<Input, Output> = {
  name: 'commands.list',
  title: 'List commands',
  description:
    'Lists the commands of the command palette: the site’s own, and the buttons of the SkillSets that the caller’s organisation has installed.',
  riskLevel: 'read-only',
  sideEffects: [],
  availability: 'always',
  inputSchema: strictObject([], {
    query: {
      type: 'string',
      maxLength: 200,
      description: 'Only commands whose name or id contains these words.',
    },
    prefix: {
      type: 'string',
      maxLength: 200,
      description: 'Only commands whose id starts with this prefix, such as “guildhall:”.',
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 500,
      description: `Maximum number of commands. Default: ${DEFAULT_LIMIT}.`,
    },
  }),
  outputSchema: strictObject(['commands', 'truncated'], {
    commands: {
      type: 'array',
      description: 'The commands; those of the site first.',
      items: strictObject(['id', 'name'], {
        id: commandId('The id for commands.run.'),
        name: { type: 'string', description: 'The label that users see.' },
        ownerHint: { type: 'string', description: 'The owner: the part of the id before “:”.' },
        ownerType: {
          enum: ['core', 'community', 'unknown'],
          description: 'Whether it is a command of the site or of a skill.',
        },
        confidence: {
          enum: ['high', 'low'],
          description: 'Low for a button with a text for an agent, which has nothing to run.',
        },
      }),
    },
    truncated: { type: 'boolean', description: 'True if there are more.' },
  }),
  preview: [
    { given: 'query', template: 'List the commands matching “{query}”' },
    { given: 'prefix', template: 'List the commands starting with “{prefix}”' },
    { template: 'List all commands' },
  ],
  async run({ query = '', prefix = '', limit = DEFAULT_LIMIT }, { db, caller }) {
    const terms = query.toLowerCase().split(/\s+/).filter(Boolean)
    const found = (await listCommands(db, caller)).filter(({ id, name }) => {
      const text = `${name} ${id}`.toLowerCase()
      return id.startsWith(prefix) && terms.every((word) => text.includes(word))
    })
    const commands = found.slice(0, limit).map(({ does: _, ...descriptor }) => descriptor)
    return { commands, truncated: found.length > limit }
  },
}

function commandId(description: string) {
  return { type: 'string', minLength: 1, maxLength: 300, description } as const
}

export const commandsRun: BuiltInTool<CommonInputs & { id: string }, CommandRun> = {
  name: 'commands.run',
  title: 'Run a command',
  description:
    'Runs a command from commands.list. A site command acts on the user’s open page. A skill’s button runs the skill with the button’s input as a separate run.',
  riskLevel: 'commands',
  sideEffects: [
    'Performs the command: opens a page, changes the theme, creates a note, or runs a skill, which may have a price.',
  ],
  availability: 'always; a command that acts on a page needs an open page.',
  inputSchema: strictObject(['id'], {
    id: commandId('An id from commands.list, such as “guildhall:toggle-theme”.'),
    ...WRITE_INPUTS,
  }),
  outputSchema: strictObject(['id', 'executed'], {
    id: commandId('The id of the command.'),
    executed: { type: 'boolean', description: 'Whether the command was executed; false for a dry run.' },
    errorMessage: { type: 'string', description: 'Why the command was not executed.' },
  }),
  preview: 'Run the command “{id}”',
  // `id` has not been coerced to text yet.
  runsSkills: ({ id }, environment) => skillsOfCommand(environment, String(id)),
  async run({ id }, environment) {
    const command = await requireCommand(environment, id)
    return environment.dryRun ? { id, executed: false } : runPaletteCommand(environment, command)
  },
}
