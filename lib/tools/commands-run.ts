/** `commands.run`: one command of the palette. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.5.2. */
import { type CommandRun, requireCommand, runCommand, skillsOfCommand } from '../commands/run-command.ts'
import { commandId } from './command-id.ts'
import { type CommonInputs, DRY_RUN, NOTE, REQUEST_ID } from './common-inputs.ts'
import type { Tool } from './tool.ts'

export const commandsRun: Tool<CommonInputs & { id: string }, CommandRun> = {
  name: 'commands.run',
  title: 'Run a command',
  description:
    'Runs a command that commands.list names. A command of the site acts on the page its person looks at; a skill’s button runs the skill with the button’s input, as a run of its own.',
  riskLevel: 'commands',
  sideEffects: [
    'Does what the command does: goes to a page, changes the theme, makes a note, or runs a skill, which may cost.',
  ],
  availability: 'always; a command that acts on a page needs one that is open.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['id'],
    properties: {
      id: commandId('From commands.list: “guildhall:toggle-theme”.'),
      ...DRY_RUN,
      ...NOTE,
      ...REQUEST_ID,
    },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['id', 'executed'],
    properties: {
      id: commandId('The command.'),
      executed: { type: 'boolean', description: 'Whether it was done; false for a dry run.' },
      errorMessage: { type: 'string', description: 'Why it was not done.' },
    },
  },
  preview: 'Run the command “{id}”',
  // A plan asks before coercion has made a text of a number.
  runsSkills: ({ id }, world) => skillsOfCommand(world, String(id)),
  async run({ id }, world) {
    const command = await requireCommand(world, id)
    return world.dryRun ? { id, executed: false } : runCommand(world, command)
  },
}
