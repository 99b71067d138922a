/** What the organisation page can do; the page hands its server actions down in this shape. */
import type { MemberRole } from '#lib/contract/market/member-roles.ts'
import type { NewInvitation } from '#lib/organisations/invite.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'

export type OrganisationActions = {
  changeRole: (userId: string, role: MemberRole) => Promise<ActionResult<void>>
  removeMember: (userId: string) => Promise<ActionResult<void>>
  leave: () => Promise<ActionResult<void>>
  makeInvitation: (role: MemberRole) => Promise<ActionResult<NewInvitation>>
  takeBackInvitation: (id: string) => Promise<ActionResult<void>>
}

/** For a confirmation: nothing when it worked, else the sentences to show. */
export async function sentenceUnlessOk(asked: Promise<ActionResult<unknown>>): Promise<string | undefined> {
  const result = await asked
  if (result.ok) return undefined
  return [result.error.message, result.error.suggested_action].filter(Boolean).join(' ')
}
