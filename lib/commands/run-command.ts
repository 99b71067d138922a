/** Doing what a command says, for a person and with their rights. Floor 3. */
import type { Viewer } from '../context.ts'
import { isObject, type Json, type JsonObject } from '../contract/json/json.ts'
import { NEW_NOTE, RUN_LAST_AGAIN } from '../contract/market/core-commands.ts'
import { paths } from '../contract/market/paths.ts'
import { parseSkillName } from '../contract/market/skill-name.ts'
import type { Database } from '../db/client.ts'
import { findLastCall } from '../db/run-history.ts'
import { AppError } from '../errors.ts'
import { sendToPage } from '../workspace/send-to-page.ts'
import { type Action, type Command, listCommands } from './registry.ts'

type World = {
  db: Database
  caller: Viewer
  /** Through the pipeline, as a part of this call. Throws what the pipeline throws. */
  runSkill(name: string, args: Json): Promise<Json>
}

export type CommandRun = { id: string; executed: boolean; errorMessage?: string }

/** Throws NOT_FOUND for what is no command of this person's. */
export async function requireCommand(world: Pick<World, 'db' | 'caller'>, id: string): Promise<Command> {
  const command = (await listCommands(world.db, world.caller)).find((each) => each.id === id)
  if (command) return command
  throw new AppError('NOT_FOUND', {
    message: `There is no command “${id}” here.`,
    suggestedAction: 'Find its id with commands.list.',
  })
}

/** The skills and tools that a command would run, before it is known that there is such a command. */
export async function skillsOfCommand(
  { db, caller }: Pick<World, 'db' | 'caller'>,
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

/** Why it was not done is in the answer: a command that fails is no failure of whoever asked for it. */
export async function runCommand(world: World, { id, does }: Command): Promise<CommandRun> {
  try {
    await perform(world, does)
    return { id, executed: true }
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code !== 'INTERNAL_ERROR')
      return { id, executed: false, errorMessage: thrown.message }
    throw thrown
  }
}

async function perform(world: World, does: Action): Promise<void> {
  if (does === 'new-note') return newNote(world)
  if (does === 'run-last-again') return runLastAgain(world)
  if ('words' in does)
    throw refused(
      `This button says “${does.words}” to an agent; it names no input to run ${does.skill} with.`,
    )
  if ('input' in does) {
    await world.runSkill(does.skill, does.input)
    return
  }
  const { command, ...args } = does
  if (!(await sendToPage(world.db, ownerOf(world), { command, args })))
    throw refused('No page of this site is open in front of you, so there is nothing to do it on.')
}

async function newNote(world: World): Promise<void> {
  const args = { path: 'Untitled.md', content: '', collisionStrategy: 'create-unique' }
  const made = await world.runSkill('vault.createFile', args)
  const path = isObject(made) ? made.path : undefined
  await world.runSkill('workspace.openFile', { path: path ?? null })
  // Whoever looks at another page is taken to the note; the vault opens what is active.
  await sendToPage(world.db, ownerOf(world), {
    command: 'goTo',
    args: { href: typeof path === 'string' ? paths.vaultFile(path) : paths.vault },
  })
}

async function runLastAgain(world: World): Promise<void> {
  const last = await findLastCall(world.db, ownerOf(world))
  if (!last) throw refused('You have run nothing yet that could be run again.')
  await world.runSkill(last.skillName, last.input as JsonObject)
}

function ownerOf({ caller: { userId, organisationId } }: Pick<World, 'caller'>) {
  return { userId, organisationId }
}

function refused(message: string): AppError {
  return new AppError('PRECONDITION_FAILED', { message })
}
