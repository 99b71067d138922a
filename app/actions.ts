'use server'

import { redirect } from 'next/navigation'
import { logUnlessExpected } from '#lib/kernel/logging/log.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { findOrganisationOfPage as findOwner } from '#lib/organisations/find-organisation-of.ts'
import { chooseOrganisation } from '#lib/organisations/organisations.ts'
import { type ActionResult, actionResult } from '#lib/protocols/http/responses/action-result.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { selectOrganisation } from '#lib/protocols/session/cookies/organisation-cookie.ts'
import { signOutHere } from '#lib/protocols/session/next-auth/sign-in.ts'
import { startRun, waitBriefly } from '#lib/runs/start/start-run.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import { listCommunity, type SkillCommand } from '#lib/tools/command-palette/list-commands.ts'
import { endPages } from '#lib/vault/workspace/workspace-notifications.ts'

/** Signs out, which also closes the event streams of the user's other pages. */
export async function signOut(): Promise<void> {
  // A failure of the database must not keep anyone from signing out.
  const ctx = await contextFromCookie().catch(() => null)
  await signOutHere()
  if (ctx?.viewer) await endPages(ctx.db, ctx.viewer).catch(logUnlessExpected)
  redirect(paths.home)
}

export async function switchOrganisation(id: unknown): Promise<ActionResult<void>> {
  return actionResult(async (ctx) => selectOrganisation(await chooseOrganisation(ctx, { id })))
}

export async function listSkillCommands(): Promise<ActionResult<SkillCommand[]>> {
  return actionResult(async (ctx) => {
    const { viewer, db } = ctx
    if (!viewer) return []
    const commands = await listCommunity(db, viewer.organisationId)
    return commands.map(({ does, ...descriptor }) => ({
      ...descriptor,
      ...(typeof does === 'object' && 'agentText' in does && { agentText: does.agentText }),
    }))
  })
}

export async function runCommand(id: unknown): Promise<ActionResult<RunView>> {
  return actionResult(async (ctx) => {
    const call = { skill: { name: 'commands.run' }, args: { id } }
    return waitBriefly(await startRun(ctx, call))
  })
}

/** Returns the organisation to which the viewer must switch to see the page, or null. */
export async function findOrganisationOf(
  path: unknown,
): Promise<ActionResult<{ id: string; name: string } | null>> {
  return actionResult((ctx) => findOwner(ctx, path))
}
