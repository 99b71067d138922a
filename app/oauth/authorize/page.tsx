import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { AuthFrame } from '#components/account/auth-frame.tsx'
import { SignInFirst } from '#components/account/sign-in-first.tsx'
import { Consent } from '#components/connect/consent.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { toPublicError } from '#lib/errors.ts'
import { type AuthorizationParams, readAuthorization } from '#lib/oauth/authorize.ts'
import { logUnlessExpected } from '#lib/protocol/log.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'
import { answer } from './actions.ts'

// The address carries the request; it must not travel on.
export const metadata: Metadata = { title: 'Connect a program', referrer: 'no-referrer' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function AuthorizePage({ searchParams }: Props) {
  const params = onlyTexts(await searchParams)
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
          organisationName={ctx.viewer.organisationName}
          email={ctx.viewer.email}
          params={params}
          answer={answer}
        />
      ) : (
        <SignInFirst here={`/oauth/authorize?${new URLSearchParams(params)}`} />
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

/** A parameter sent twice makes the request invalid (RFC 6749 §3.1): it is left out, and then missed. */
function onlyTexts(params: Awaited<Props['searchParams']>): AuthorizationParams & Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
