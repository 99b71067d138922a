'use server'

import { refresh } from 'next/cache'
import type { NameState } from '#components/account/form-state.ts'
import * as members from '#lib/organisations/change-member.ts'
import * as create from '#lib/organisations/create-organisation.ts'
import { invite, type NewInvitation, revokeInvitation } from '#lib/organisations/invite.ts'
import { renameOrganisation } from '#lib/organisations/rename-organisation.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { actFor } from '#lib/session/active-organisation.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

/** Makes an organisation and acts for it from now on. */
export async function createOrganisation(_before: unknown, form: FormData): Promise<NameState> {
  const name = form.get('name')
  const result = await actionResult(async () => {
    await actFor(await create.createOrganisation(await contextFromCookie(), { name }))
  })
  if (result.ok) return { error: null, isSaved: true, name: '' }
  return { error: result.error, isSaved: false, name: String(name ?? '') }
}

export async function rename(_before: unknown, form: FormData): Promise<NameState> {
  const name = form.get('name')
  const result = await actionResult(async () => renameOrganisation(await contextFromCookie(), { name }))
  if (result.ok) refresh()
  return { error: result.ok ? null : result.error, isSaved: result.ok, name: String(name ?? '') }
}

export async function changeRole(userId: unknown, role: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () =>
    members.changeRole(await contextFromCookie(), { userId, role }),
  )
  // A refusal may mean that the page is out of date, so it is shown afresh either way.
  refresh()
  return result
}

export async function removeMember(userId: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () => members.removeMember(await contextFromCookie(), { userId }))
  refresh()
  return result
}

/** The next request finds no membership and acts for the viewer themselves. */
export async function leave(): Promise<ActionResult<void>> {
  const result = await actionResult(async () => members.leaveOrganisation(await contextFromCookie()))
  refresh()
  return result
}

export async function makeInvitation(role: unknown): Promise<ActionResult<NewInvitation>> {
  const result = await actionResult(async () => invite(await contextFromCookie(), { role }))
  refresh()
  return result
}

export async function takeBackInvitation(id: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () => revokeInvitation(await contextFromCookie(), { id }))
  refresh()
  return result
}
