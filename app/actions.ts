'use server'

import { redirect } from 'next/navigation'
import { type CommandDescriptor, listCommunity } from '#lib/commands/registry.ts'
import { paths } from '#lib/contract/market/paths.ts'
import type { RunView } from '#lib/execution/run-view.ts'
import { answerSoon, startRun } from '#lib/execution/start-run.ts'
import { chooseOrganisation } from '#lib/organisations/choose-organisation.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { logUnlessExpected } from '#lib/protocol/log.ts'
import { actFor } from '#lib/session/active-organisation.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { endSession } from '#lib/session/session-cookie.ts'
import { endPages } from '#lib/workspace/announce.ts'

/** Ends the session of this browser, and what its other pages hear. */
export async function signOut(): Promise<void> {
  // Asked while there is a cookie to ask by. A database that is away keeps nobody signed in.
  const ctx = await contextFromCookie().catch(() => null)
  await endSession()
  // Pages that cannot be told hear no more after some minutes.
  if (ctx?.viewer) await endPages(ctx.db, ctx.viewer).catch(logUnlessExpected)
  redirect(paths.home)
}

/** Acts for another of the viewer's organisations from now on. */
export async function switchOrganisation(id: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    await actFor(await chooseOrganisation(await contextFromCookie(), { id }))
  })
}

/** Buttons of what the viewer's organisation has installed, for ⌘K. Empty for visitors. */
export async function listSkillCommands(): Promise<ActionResult<CommandDescriptor[]>> {
  return actionResult(async () => {
    const { viewer, db } = await contextFromCookie()
    if (!viewer) return []
    const commands = await listCommunity(db, viewer.organisationId)
    return commands.map(({ does: _, ...descriptor }) => descriptor)
  })
}

/** Runs a command that the server performs. Answers soon, ended or not. */
export async function runCommand(id: unknown): Promise<ActionResult<RunView>> {
  return actionResult(async () => {
    const call = { skill: { name: 'commands.run' }, args: { id } }
    return answerSoon(await startRun(await contextFromCookie(), call))
  })
}
