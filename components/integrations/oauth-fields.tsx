'use client'

import { SectionCard } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { LineInput, LinesInput, type ProviderDraftProps } from './provider-inputs.tsx'

type OAuthFieldsProps = ProviderDraftProps & { callbackUrl: string; hasSecret: boolean }

export function OAuthFields({ callbackUrl, hasSecret, ...fields }: OAuthFieldsProps) {
  return (
    <SectionCard
      id="oauth"
      title="OAuth 2.0"
      description="Register this site as an application at the service, and enter what it gives you."
      className="grid gap-4"
    >
      <div className="grid gap-1.5 text-sm">
        <span className="font-medium">Redirect URL to register there</span>
        <span className="flex min-w-0 items-center gap-2">
          <code className="min-w-0 rounded-md bg-muted px-2 py-1 text-xs [overflow-wrap:anywhere]">
            {callbackUrl}
          </code>
          <CopyButton text={callbackUrl} label="Copy the redirect URL" />
        </span>
      </div>
      <LineInput {...fields} name="clientId" label="Client ID" isCode required />
      <LineInput
        {...fields}
        name="clientSecret"
        label="Client secret"
        type="password"
        isCode
        help={
          hasSecret
            ? 'A secret is stored. Leave empty to keep it.'
            : 'Leave empty for a public client, which uses PKCE alone.'
        }
      />
      <LinesInput
        {...fields}
        name="scopes"
        label="Scopes"
        placeholder="repo:read"
        help="What people agree to, one per line. Some services renew access only with a scope such as offline_access."
      />
      <EndpointFields {...fields} />
    </SectionCard>
  )
}

function EndpointFields(fields: ProviderDraftProps) {
  return (
    <>
      <LineInput
        {...fields}
        name="issuer"
        label="Issuer"
        isCode
        placeholder="https://"
        help="If the service publishes its endpoints at /.well-known, they are read from there."
      />
      <LineInput
        {...fields}
        name="authorizeUrl"
        label="Authorization endpoint"
        isCode
        placeholder="https://"
        help="Needed without an issuer; otherwise it takes precedence, like the other two."
      />
      <LineInput {...fields} name="tokenUrl" label="Token endpoint" isCode placeholder="https://" />
      <LineInput
        {...fields}
        name="revokeUrl"
        label="Revocation endpoint"
        isCode
        placeholder="https://"
        help="Without it, disconnected accounts are only deleted here."
      />
    </>
  )
}
