import type { Metadata } from 'next'
import { AuthFrame, SignInFirst } from '#components/accounts/auth-frame.tsx'
import { JoinForm } from '#components/organisations/organisation-forms.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { ROLE_MEANINGS, ROLE_PHRASES } from '#lib/auth/model/member-roles.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { getInvitation } from '#lib/organisations/invitations.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { joinOrganisation } from './actions.ts'

// The URL is a secret and must not leak through the Referer header.
export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' }

type Props = { params: Promise<{ token: string }> }

export default async function JoinPage({ params }: Props) {
  const { token } = await params
  const ctx = await contextFromCookie()
  const { organisationName, role, by, alreadyAs } = await orNotFound(getInvitation(ctx, token))

  return (
    <AuthFrame
      title={`Join ${organisationName}`}
      description={`${by ?? 'A member'} invited you to join as ${ROLE_PHRASES[role]}. ${ROLE_MEANINGS[role]}`}
    >
      {!ctx.viewer && <SignInFirst here={paths.join(token)} />}
      {ctx.viewer && alreadyAs && <AlreadyMember />}
      {ctx.viewer && !alreadyAs && (
        <JoinForm organisationName={organisationName} join={joinOrganisation.bind(null, token)} />
      )}
    </AuthFrame>
  )
}

function AlreadyMember() {
  return (
    <>
      <p className="text-sm">You are already a member. Another person can still use this link.</p>
      <LinkButton href={paths.organisation} variant="outline">
        Your organisations
      </LinkButton>
    </>
  )
}
