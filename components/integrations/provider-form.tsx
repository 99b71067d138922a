'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState, useTransition } from 'react'
import type { ProviderSettings } from '#lib/integrations/manage-providers.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { SectionCard } from '../ui/card.tsx'
import { Switch } from '../ui/forms/checkbox.tsx'
import { FormError, type FormState } from '../ui/forms/form-error.tsx'
import { Label } from '../ui/forms/input.tsx'
import { RadioCards } from '../ui/forms/radio-cards.tsx'
import { toast } from '../ui/toast.ts'
import { attemptAction } from '../ui/use-action.ts'
import { OAuthFields } from './oauth-fields.tsx'
import { LineInput, LinesInput, type ProviderDraft, type ProviderDraftProps } from './provider-inputs.tsx'

type ProviderFormProps = {
  provider?: ProviderSettings
  callbackUrl: string
  save: (slug: string, fields: unknown) => Promise<ActionResult<void>>
}

const KINDS = {
  oauth2: {
    label: 'OAuth 2.0',
    help: 'People sign in at the service and agree. Access is renewed and can be revoked.',
  },
  api_key: { label: 'API key', help: 'People paste a key that they created at the service.' },
}

const SENT_AS = {
  bearer: { label: 'Bearer token', help: 'Authorization: Bearer …' },
  header: { label: 'Header', help: 'A header of its own, such as X-API-Key' },
  query: {
    label: 'Query parameter',
    help: 'A part of the URL. Choose it only if the service has no other way.',
  },
}

export function ProviderForm({ provider, callbackUrl, save }: ProviderFormProps) {
  const [draft, setDraft] = useState(() => toDraft(provider))
  const [error, setError] = useState<FormState>(null)
  const [pending, start] = useTransition()
  const router = useRouter()
  const set = (changes: Partial<ProviderDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const fields: ProviderDraftProps = { draft, set, error }

  function submit(event: FormEvent) {
    event.preventDefault()
    start(async () => {
      const result = await attemptAction(() => save(draft.slug, toFields(draft)))
      if (!result.ok) return setError(result.error)
      toast.success(`${draft.name} is saved.`)
      router.push(paths.providers)
    })
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-6">
      <FormError state={error} fields={FIELDS} />
      <AboutFields {...fields} isNew={provider === undefined} />
      <CredentialFields {...fields} isNew={provider === undefined} />
      {draft.kind === 'oauth2' && (
        <OAuthFields {...fields} callbackUrl={callbackUrl} hasSecret={provider?.hasClientSecret ?? false} />
      )}
      <div className="flex items-start gap-3">
        <Switch
          id="is-offered"
          checked={!draft.isDisabled}
          onCheckedChange={(isOn) => set({ isDisabled: !isOn })}
        />
        <div className="grid gap-0.5 text-sm">
          <Label htmlFor="is-offered">Offered</Label>
          <span className="text-muted-foreground">
            Turn the provider off to refuse new connections and every run that needs it. Connected accounts
            stay.
          </span>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={pending}>
          {provider ? 'Save' : 'Add provider'}
        </Button>
        <LinkButton href={paths.providers} variant="ghost">
          Cancel
        </LinkButton>
      </div>
    </form>
  )
}

type PartProps = ProviderDraftProps & { isNew: boolean }

function AboutFields({ isNew, ...fields }: PartProps) {
  return (
    <SectionCard id="about" title="About" className="grid gap-4">
      <LineInput {...fields} name="name" label="Name" placeholder="GitHub" required />
      <LineInput
        {...fields}
        name="slug"
        label="Slug"
        isCode
        required
        disabled={!isNew}
        placeholder="github"
        help="The name by which SkillSets declare the provider. It cannot be changed later."
      />
      <LineInput
        {...fields}
        name="description"
        label="Description"
        placeholder="Repositories, issues and pull requests"
      />
      <LineInput
        {...fields}
        name="docsUrl"
        label="Documentation"
        placeholder="https://"
        help="Where people find their key, or read about the access."
      />
    </SectionCard>
  )
}

function CredentialFields({ isNew, ...fields }: PartProps) {
  const { draft, set } = fields
  return (
    <SectionCard id="credential" title="Credential" className="grid gap-4">
      {isNew ? (
        <RadioCards legend="Kind" options={KINDS} value={draft.kind} onChange={(kind) => set({ kind })} />
      ) : (
        <p className="text-sm">
          {KINDS[draft.kind].label}. <span className="text-muted-foreground">The kind cannot change.</span>
        </p>
      )}
      <RadioCards
        legend="Sent as"
        options={SENT_AS}
        value={draft.sentAs}
        onChange={(sentAs) => set({ sentAs })}
      />
      {draft.sentAs !== 'bearer' && (
        <LineInput
          {...fields}
          name="sentName"
          label={draft.sentAs === 'header' ? 'Header' : 'Parameter'}
          isCode
          required
          placeholder={draft.sentAs === 'header' ? 'X-API-Key' : 'api_key'}
        />
      )}
      <LinesInput
        {...fields}
        name="hosts"
        label="Hosts"
        required
        placeholder="api.github.com"
        help="One per line, exact or as *.example.com. Only they receive the credential, and skills can reach them without declaring them."
      />
    </SectionCard>
  )
}

// biome-ignore format: a list
const FIELDS = ['/slug', '/name', '/description', '/docsUrl', '/sentName', '/hosts', '/scopes', '/issuer', '/authorizeUrl', '/tokenUrl', '/revokeUrl', '/clientId', '/clientSecret']

function toDraft(provider: ProviderSettings | undefined): ProviderDraft {
  const text = (value: string | null | undefined) => value ?? ''
  return {
    slug: text(provider?.slug),
    name: text(provider?.name),
    description: text(provider?.description),
    docsUrl: text(provider?.docsUrl),
    kind: provider?.kind ?? 'oauth2',
    hosts: (provider?.hosts ?? []).join('\n'),
    sentAs: provider?.sentAs ?? 'bearer',
    sentName: text(provider?.sentName),
    scopes: (provider?.scopes ?? []).join('\n'),
    issuer: text(provider?.issuer),
    authorizeUrl: text(provider?.authorizeUrl),
    tokenUrl: text(provider?.tokenUrl),
    revokeUrl: text(provider?.revokeUrl),
    clientId: text(provider?.clientId),
    clientSecret: '',
    isDisabled: provider?.isDisabled ?? false,
  }
}

function toFields({ slug: _, clientSecret, hosts, scopes, ...rest }: ProviderDraft) {
  const lines = (text: string) => text.split(/[\s,]+/).filter(Boolean)
  // An empty secret is not sent, so that the stored one stays.
  return { ...rest, hosts: lines(hosts), scopes: lines(scopes), ...(clientSecret && { clientSecret }) }
}
