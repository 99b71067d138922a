'use server'

import type { NameState } from '#components/accounts/form-result.tsx'
import * as members from '#lib/organisations/change-members.ts'
import * as invitations from '#lib/organisations/invitations.ts'
import * as organisations from '#lib/organisations/organisations.ts'
import { setVersionAge } from '#lib/organisations/version-age.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import {
  type ActionResult,
  actionResult,
  performAction,
} from '#lib/protocols/http/responses/action-result.ts'
import { selectOrganisation } from '#lib/protocols/session/cookies/organisation-cookie.ts'

export async function createOrganisation(_before: unknown, form: unknown): Promise<NameState> {
  const { name } = formFields(form)
  const result = await actionResult(async (ctx) =>
    selectOrganisation(await organisations.createOrganisation(ctx, { name })),
  )
  if (result.ok) return { error: null, isSaved: true, name: '' }
  return { error: result.error, isSaved: false, name: name ?? '' }
}

export async function renameOrganisation(_before: unknown, form: unknown): Promise<NameState> {
  const { name } = formFields(form)
  const result = await performAction({ refreshes: true }, (ctx) =>
    organisations.renameOrganisation(ctx, { name }),
  )
  return { error: result.ok ? null : result.error, isSaved: result.ok, name: name ?? '' }
}

/** Sets how many hours new versions wait; 0 means as long as the site says. */
export async function saveVersionAge(hours: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: true }, (ctx) => setVersionAge(ctx, { hours }))
}

export async function changeRole(userId: unknown, role: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) => members.changeRole(ctx, { userId, role }))
}

export async function removeMember(userId: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) => members.removeMember(ctx, { userId }))
}

/** Leaves the organisation. From the next request on, the person works in the personal one. */
export async function leaveOrganisation(): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) => members.leaveOrganisation(ctx))
}

export async function inviteMember(
  role: unknown,
  email?: unknown,
): Promise<ActionResult<invitations.NewInvitation>> {
  return performAction({ refreshes: 'always' }, (ctx) => invitations.inviteMember(ctx, { role, email }))
}

export async function revokeInvitation(id: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) => invitations.revokeInvitation(ctx, { id }))
}
