'use server'

import { refresh } from 'next/cache'
import type { NameState } from '#components/account/form-result.tsx'
import { formFields } from '#lib/http/requests/request-fields.ts'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import * as members from '#lib/organisations/change-members.ts'
import { inviteMember, type NewInvitation, revokeInvitation } from '#lib/organisations/invitations.ts'
import * as create from '#lib/organisations/organisations.ts'
import { renameOrganisation } from '#lib/organisations/organisations.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { selectOrganisation } from '#lib/session/cookies/session-cookie.ts'

export async function createOrganisation(_before: unknown, form: unknown): Promise<NameState> {
  const { name } = formFields(form)
  const result = await actionResult(async () => {
    await selectOrganisation(await create.createOrganisation(await contextFromCookie(), { name }))
  })
  if (result.ok) return { error: null, isSaved: true, name: '' }
  return { error: result.error, isSaved: false, name: name ?? '' }
}

export async function rename(_before: unknown, form: unknown): Promise<NameState> {
  const { name } = formFields(form)
  const result = await actionResult(async () => renameOrganisation(await contextFromCookie(), { name }))
  if (result.ok) refresh()
  return { error: result.ok ? null : result.error, isSaved: result.ok, name: name ?? '' }
}

export async function changeRole(userId: unknown, role: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () =>
    members.changeRole(await contextFromCookie(), { userId, role }),
  )
  // The page may be out of date.
  refresh()
  return result
}

export async function removeMember(userId: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () => members.removeMember(await contextFromCookie(), { userId }))
  refresh()
  return result
}

/** The next request falls back to the personal organisation. */
export async function leave(): Promise<ActionResult<void>> {
  const result = await actionResult(async () => members.leaveOrganisation(await contextFromCookie()))
  refresh()
  return result
}

export async function makeInvitation(role: unknown, email?: unknown): Promise<ActionResult<NewInvitation>> {
  const result = await actionResult(async () => inviteMember(await contextFromCookie(), { role, email }))
  refresh()
  return result
}

export async function cancelInvitation(id: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () => revokeInvitation(await contextFromCookie(), { id }))
  refresh()
  return result
}
