import type { Viewer } from '../../context/context.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { parseSkillName } from '../../kernel/names/skill-name.ts'
import { paths } from '../../kernel/site/paths.ts'
import { findLastCall } from '../../runs/rows/run-history.ts'
import { performOnPage, sendToPage } from '../../vault/workspace/workspace-notifications.ts'
import { NEW_NOTE, RUN_LAST_AGAIN } from './core-commands.ts'
import { type CommandAction, listCommands, type PaletteCommand } from './list-commands.ts'

type CommandEnvironment = {
  db: Database
  caller: Viewer
  runSkill(name: string, args: Json): Promise<Json>
}

export type CommandRun = { id: string; executed: boolean; errorMessage?: string }

export async function requireCommand(
  environment: Pick<CommandEnvironment, 'db' | 'caller'>,
  id: string,
): Promise<PaletteCommand> {
  const command = (await listCommands(environment.db, environment.caller)).find((each) => each.id === id)
  if (command) return command
  throw new AppError('NOT_FOUND', {
    message: `There is no command “${id}”.`,
    suggestedAction: 'Find its id with commands.list.',
  })
}

/** Returns the skills that the command runs; none if there is no such command. */
export async function skillsOfCommand(
  { db, caller }: Pick<CommandEnvironment, 'db' | 'caller'>,
  id: string,
): Promise<string[]> {
  if (id === RUN_LAST_AGAIN) {
    const last = await findLastCall(db, ownerOf({ caller }))
    return last ? [last.skillName] : []
  }
  if (id === NEW_NOTE) return ['vault.createFile', 'workspace.openFile']
  const owner = id.slice(0, Math.max(0, id.lastIndexOf(':')))
  return parseSkillName(owner) ? [owner] : []
}

/** Runs a command. A failure is part of the result and not thrown, because agents read it. */
export async function runPaletteCommand(
  environment: CommandEnvironment,
  { id, does }: PaletteCommand,
): Promise<CommandRun> {
  try {
    await perform(environment, does)
    return { id, executed: true }
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code !== 'INTERNAL_ERROR')
      return { id, executed: false, errorMessage: thrown.message }
    throw thrown
  }
}

async function perform(environment: CommandEnvironment, does: CommandAction): Promise<void> {
  if (does === 'new-note') return newNote(environment)
  if (does === 'run-last-again') return runLastAgain(environment)
  if ('agentText' in does)
    throw refused(
      `This button is a message for the agent that uses ${does.skill}: continue the conversation with “${does.agentText}”. It runs nothing.`,
    )
  if ('input' in does) {
    await environment.runSkill(does.skill, does.input)
    return
  }
  const { command, ...args } = does
  const answer = await performOnPage(environment.db, ownerOf(environment), { command, args })
  if (answer !== 'done') throw refused(NOT_DONE[answer])
}

const NOT_DONE = {
  'no page': 'This command needs an open page of this site, and you have none open.',
  'no answer': 'The open page did not carry out the command in time. It may be in the background or offline.',
}

async function newNote(environment: CommandEnvironment): Promise<void> {
  const args = { path: 'Untitled.md', content: '', collisionStrategy: 'create-unique' }
  const made = await environment.runSkill('vault.createFile', args)
  const path = isObject(made) ? made.path : undefined
  await environment.runSkill('workspace.openFile', { path: path ?? null })
  // The vault page shows the active tab by itself.
  await sendToPage(environment.db, ownerOf(environment), {
    command: 'goTo',
    args: { href: typeof path === 'string' ? paths.vaultFile(path) : paths.vault },
  })
}

async function runLastAgain(environment: CommandEnvironment): Promise<void> {
  const last = await findLastCall(environment.db, ownerOf(environment))
  if (!last) throw refused('You have no earlier run to repeat.')
  await environment.runSkill(last.skillName, last.input as JsonObject)
}

function ownerOf({ caller: { userId, organisationId } }: Pick<CommandEnvironment, 'caller'>) {
  return { userId, organisationId }
}

function refused(message: string): AppError {
  return new AppError('PRECONDITION_FAILED', { message })
}
