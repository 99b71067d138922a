import type { Metadata } from 'next'
import { AuthFrame } from '#components/account/auth-frame.tsx'
import { SignInFirst } from '#components/account/sign-in-first.tsx'
import { JoinForm } from '#components/organisation/join-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { ROLE_MEANINGS, ROLE_PHRASES } from '#lib/contract/market/member-roles.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { getInvitation } from '#lib/organisations/join.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { join } from './actions.ts'

// The address is the secret: it must not travel on to wherever this page leads.
export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' }

type Props = { params: Promise<{ token: string }> }

export default async function JoinPage({ params }: Props) {
  const { token } = await params
  const ctx = await contextFromCookie()
  const { organisationName, role, by, alreadyAs } = await orNotFound(getInvitation(ctx, token))

  return (
    <AuthFrame
      title={`Join ${organisationName}`}
      description={`${by ?? 'Somebody'} invites you to be ${ROLE_PHRASES[role]}. ${ROLE_MEANINGS[role]}`}
    >
      {!ctx.viewer && <SignInFirst here={paths.join(token)} />}
      {ctx.viewer && alreadyAs && <AlreadyIn />}
      {ctx.viewer && !alreadyAs && (
        <JoinForm organisationName={organisationName} join={join.bind(null, token)} />
      )}
    </AuthFrame>
  )
}

function AlreadyIn() {
  return (
    <>
      <p className="text-sm">You are a member already. The link stays good for somebody else.</p>
      <Button asChild variant="outline">
        <Link href={paths.organisation}>Your organisations</Link>
      </Button>
    </>
  )
}
