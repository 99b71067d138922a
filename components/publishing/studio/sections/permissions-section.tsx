'use client'

import { useId } from 'react'
import type { SecretUse } from '#lib/contracts/document/secret-use.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { listAt, textAt } from '../../../drafts/edit-document.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/input.tsx'
import { SelectField } from '../fields/choice-fields.tsx'
import { LinesField, TextField } from '../fields/text-fields.tsx'
import { ItemList } from '../layout/item-list.tsx'
import { StudioSection } from '../layout/studio-section.tsx'
import { useStudio } from '../state/studio-context.tsx'

const EXPOSURE = {
  brokered: 'Brokered: inserted into requests outside the sandbox',
  raw: 'Raw: your code sees the value',
}

export function PermissionsSection() {
  return (
    <StudioSection
      location={{ section: 'permissions' }}
      title="Permissions"
      description="Your code can only access what you list here. Users see this list before they install."
    >
      <div className="grid max-w-3xl gap-8">
        <LinesField
          pointer="/permissions/network"
          label="Hosts"
          placeholder={'api.example.com\n*.example.org'}
          help="Hosts that your code can send requests to, one per line. Use an exact name, or *. before a name for all its subdomains."
        />
        <LinesField
          pointer="/permissions/urlParameters"
          label="Parameters with any public web address"
          placeholder="url"
          help="Names of parameters with the format uri, one per line. A run can reach the host of the address that was entered, whichever it is. Reviewers and users see this highlighted in red."
        />
        <div className="grid gap-3">
          <h3 className="font-medium text-sm">Secrets</h3>
          <ItemList
            pointer="/permissions/secrets"
            noun="secret"
            empty="A secret is a config key of type Secret that a request needs. Your code never sees it: it is inserted into requests to the hosts you name."
            newItem={() => ({ key: '', hosts: [], exposure: 'brokered' })}
          >
            {(pointer) => <SecretFields pointer={pointer} />}
          </ItemList>
        </div>
        <InternalAccessFields />
      </div>
    </StudioSection>
  )
}

function InternalAccessFields() {
  return (
    <div className="grid gap-6">
      <h3 className="font-medium text-sm">Tools, files and other skills</h3>
      <LinesField
        pointer="/permissions/tools"
        label="Tools"
        placeholder={'vault.readFile\nutil.slugifyTitle'}
        help="Built-in tools that your code calls, one per line."
      />
      <LinesField
        pointer="/permissions/vault"
        label="Vault files"
        placeholder={'read:Notes/**\nwrite:Reports/*.md'}
        help="read: or write: and a path pattern, one per line. ** matches all subfolders."
      />
      <LinesField
        pointer="/permissions/skills"
        label="Skills it calls"
        placeholder="publisher.skillset.skill@^1.0"
        help="Full names, one per line. Add a version range after @."
      />
    </div>
  )
}

function SecretFields({ pointer }: { pointer: string }) {
  const { state } = useStudio()
  const keys = listAt(state.document, '/configDefinitions').flatMap((_, index) => {
    const definition = `/configDefinitions/${index}`
    const key = textAt(state.document, `${definition}/key`)
    return textAt(state.document, `${definition}/type`) === 'SECRET' && key ? [key] : []
  })
  const isRaw = textAt(state.document, `${pointer}/exposure`) === 'raw'
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField
          pointer={`${pointer}/key`}
          label="Config key"
          options={Object.fromEntries(keys.map((key) => [key, key]))}
          help={keys.length === 0 ? 'Add a config key of the type Secret first.' : undefined}
        />
        <SelectField
          pointer={`${pointer}/exposure`}
          label="How it is used"
          options={EXPOSURE}
          defaultOption="brokered"
        />
      </div>
      <LinesField pointer={`${pointer}/hosts`} label="Allowed hosts" required help="One per line." rows={2} />
      {!isRaw && <SecretUseFields pointer={`${pointer}/use`} />}
      <TextField
        pointer={`${pointer}/reason`}
        label="Reason"
        optional={!isRaw}
        help={
          isRaw
            ? 'Reviewers and users see this reason highlighted in red.'
            : 'Shown to the person who enters the secret.'
        }
      />
    </>
  )
}

const SENT = 'sent'
const USES = {
  [SENT]: 'Sent: put into the requests of your code',
  hmac: 'Signs requests: HMAC',
  'aws-sigv4': 'Signs requests: AWS Signature Version 4',
  jwt: 'Signs tokens: JSON Web Token',
}

/** A use that each kind can begin with, so that the rest can be filled in. */
const NEW_USES: Record<string, SecretUse> = {
  hmac: { kind: 'hmac', algorithm: 'sha256', sign: '{body}', header: 'X-Signature' },
  'aws-sigv4': { kind: 'aws-sigv4', accessKeyId: '', service: '', region: '' },
  jwt: { kind: 'jwt', algorithm: 'HS256' },
}

function SecretUseFields({ pointer }: { pointer: string }) {
  const { state, set } = useStudio()
  const id = useId()
  const kind = textAt(state.document, `${pointer}/kind`)
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field
        id={id}
        label="Sent or signs"
        help="A secret that signs is not sent, and each request is signed anew."
      >
        {(controlProps) => (
          <Select
            {...controlProps}
            value={kind || SENT}
            onChange={({ target }) => set(pointer, NEW_USES[target.value] as Json | undefined)}
          >
            {Object.entries(USES).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {kind === 'hmac' && <HmacFields pointer={pointer} />}
      {kind === 'aws-sigv4' && (
        <>
          <TextField
            pointer={`${pointer}/accessKeyId`}
            label="Config key of the access key ID"
            help="Of a config key that is not secret, because the ID is sent."
          />
          <TextField pointer={`${pointer}/service`} label="Service" placeholder="execute-api" />
          <TextField pointer={`${pointer}/region`} label="Region" placeholder="eu-central-1" />
        </>
      )}
      {kind === 'jwt' && (
        <>
          <SelectField
            pointer={`${pointer}/algorithm`}
            label="Algorithm"
            options={{ HS256: 'HS256', RS256: 'RS256', ES256: 'ES256' }}
          />
          <TextField
            pointer={`${pointer}/header`}
            label="Header"
            optional
            placeholder="Authorization"
            help="Claims and the lifetime of tokens are set in the JSON view."
          />
        </>
      )}
    </div>
  )
}

function HmacFields({ pointer }: { pointer: string }) {
  return (
    <>
      <SelectField
        pointer={`${pointer}/algorithm`}
        label="Algorithm"
        options={{ sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' }}
      />
      <TextField
        pointer={`${pointer}/sign`}
        label="What is signed"
        help="Text with {method}, {host}, {path}, {timestamp} and {body}."
      />
      <TextField pointer={`${pointer}/header`} label="Header of the signature" />
      <TextField pointer={`${pointer}/prefix`} label="Before the signature" optional placeholder="sha256=" />
      <SelectField
        pointer={`${pointer}/encoding`}
        label="Written as"
        options={{ hex: 'Hexadecimal', base64: 'Base64' }}
        defaultOption="hex"
      />
      <TextField
        pointer={`${pointer}/timestampHeader`}
        label="Header of the time"
        optional
        help="Seconds since 1970. Required if the time is signed."
      />
    </>
  )
}
