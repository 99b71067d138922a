import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { AuthFrame, SignInFirst } from '#components/accounts/auth-frame.tsx'
import { OAuthConsentForm } from '#components/auth/oauth-consent-form.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { readAuthorization } from '#lib/auth/oauth/authorize.ts'
import { toPublicError } from '#lib/kernel/errors.ts'
import { logUnlessExpected } from '#lib/kernel/logging/log.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'
import { listToolsetNames } from '#lib/toolsets/list-toolsets.ts'
import { decideAuthorization } from './actions.ts'

// The URL must not leak to other sites through the Referer header.
export const metadata: Metadata = { title: 'Connect an app', referrer: 'no-referrer' }

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
      <AuthFrame title="This app cannot be connected">
        <Alert variant="destructive">{read.problem.message}</Alert>
        {read.problem.suggested_action && <p className="text-sm">{read.problem.suggested_action}</p>}
      </AuthFrame>
    )
  }
  const { client, returnsTo, scopes } = read.ask
  return (
    <AuthFrame
      title={`Connect ${client.name}?`}
      description="This app wants to act on your behalf. Its name has not been verified."
    >
      {ctx.viewer ? (
        <OAuthConsentForm
          name={client.name}
          returnsTo={returnsTo}
          scopes={scopes}
          shownAs={{ userId: ctx.viewer.userId, organisationId: ctx.viewer.organisationId }}
          organisationName={ctx.viewer.organisationName}
          toolsets={await listToolsetNames(ctx)}
          email={ctx.viewer.email}
          params={params}
          decide={decideAuthorization}
        />
      ) : (
        <SignInFirst here={`/oauth/authorize?${toQuery(params)}`} />
      )}
    </AuthFrame>
  )
}

/** A link rather than a redirect, because anyone can register a client (RFC 9700 §4.11.2). */
function SendBack({
  sendBack,
  errorMessage,
  returnsTo,
}: {
  sendBack: string
  errorMessage: string
  returnsTo: string
}) {
  return (
    <AuthFrame title="This app sent an invalid request">
      <Alert variant="destructive">{errorMessage}</Alert>
      <p className="text-sm">Nothing was connected. If you trust the app, return to it to continue.</p>
      <Button asChild variant="outline">
        <a href={sendBack} rel="noreferrer">
          Return to {returnsTo}
        </a>
      </Button>
    </AuthFrame>
  )
}

function toQuery(params: Params): URLSearchParams {
  return new URLSearchParams(
    Object.entries(params).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  )
}
