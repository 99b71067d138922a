import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { AuthFrame } from '#components/account/auth-frame.tsx'
import { SignInFirst } from '#components/account/sign-in-first.tsx'
import { Consent } from '#components/connect/consent.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { toPublicError } from '#lib/errors.ts'
import { readAuthorization } from '#lib/oauth/authorize.ts'
import { logUnlessExpected } from '#lib/protocol/log.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'
import { answer } from './actions.ts'

// The address carries the request; it must not travel on.
export const metadata: Metadata = { title: 'Connect a program', referrer: 'no-referrer' }

type Params = Record<string, string | string[]>
type Props = { searchParams: Promise<Params> }

export default async function AuthorizePage({ searchParams }: Props) {
  const params = await searchParams
  const ctx = await contextFromCookie()
  const read = await readAuthorization(ctx, params, publicOrigin(await headers())).catch((thrown) => ({
    problem: toPublicError(thrown, logUnlessExpected(thrown)),
  }))
  if ('sendBack' in read) return <SendBack {...read} />
  if ('problem' in read) {
    return (
      <AuthFrame title="This program cannot be connected">
        <Alert variant="destructive">{read.problem.message}</Alert>
        {read.problem.suggested_action && <p className="text-sm">{read.problem.suggested_action}</p>}
      </AuthFrame>
    )
  }
  const { client, returnsTo, scopes } = read.ask
  return (
    <AuthFrame
      title={`Connect ${client.name}?`}
      description="A program asks to act as you. It called itself that: nobody has checked its name."
    >
      {ctx.viewer ? (
        <Consent
          name={client.name}
          returnsTo={returnsTo}
          scopes={scopes}
          shownAs={{ userId: ctx.viewer.userId, organisationId: ctx.viewer.organisationId }}
          organisationName={ctx.viewer.organisationName}
          email={ctx.viewer.email}
          params={params}
          answer={answer}
        />
      ) : (
        <SignInFirst here={`/oauth/authorize?${queryOf(params)}`} />
      )}
    </AuthFrame>
  )
}

/**
 * A click, and no redirect: anybody can register a program, and then an address of ours would lead anywhere.
 * Source: RFC 9700 §4.11.2.
 */
function SendBack({ sendBack, whyNot, returnsTo }: { sendBack: string; whyNot: string; returnsTo: string }) {
  return (
    <AuthFrame title="This program asked for something it cannot have">
      <Alert variant="destructive">{whyNot}</Alert>
      <p className="text-sm">Nothing was connected. The program can be told, if you trust where it lives.</p>
      <Button asChild variant="outline">
        <a href={sendBack} rel="noreferrer">
          Go back to {returnsTo}
        </a>
      </Button>
    </AuthFrame>
  )
}

/** As it was sent, for who comes back from signing in. */
function queryOf(params: Params): URLSearchParams {
  return new URLSearchParams(
    Object.entries(params).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  )
}
