'use client'

import { useId } from 'react'
import { JWT_SECONDS, type SecretUse } from '#lib/contracts/document/secret-use.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { textAt } from '../../../drafts/edit-document.ts'
import { Field, TextareaField } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/input.tsx'
import { useEditedText } from '../../../ui/forms/use-edited-text.ts'
import { SelectField } from '../fields/choice-fields.tsx'
import { formatClaims, parseClaims } from '../fields/claim-lines.ts'
import { NumberField } from '../fields/number-field.tsx'
import { TextField } from '../fields/text-fields.tsx'
import { fieldId } from '../state/field-id.ts'
import { useStudio } from '../state/studio-context.tsx'

const SENT = 'sent'
const USES = {
  [SENT]: 'Sent: put into the requests of your code',
  hmac: 'Signs requests: HMAC',
  'aws-sigv4': 'Signs requests: AWS Signature Version 4',
  jwt: 'Signs tokens: JSON Web Token',
  'oauth-client-credentials': 'Exchanged for tokens: OAuth client credentials',
}

/** A use that each kind can begin with, so that the rest can be filled in. */
const NEW_USES: Record<string, SecretUse> = {
  hmac: { kind: 'hmac', algorithm: 'sha256', sign: '{body}', header: 'X-Signature' },
  'aws-sigv4': { kind: 'aws-sigv4', accessKeyId: '', service: '', region: '' },
  jwt: { kind: 'jwt', algorithm: 'HS256' },
  'oauth-client-credentials': { kind: 'oauth-client-credentials', tokenUrl: '', clientId: '' },
}

export function SecretUseFields({ pointer }: { pointer: string }) {
  const { state, set } = useStudio()
  const id = useId()
  const kind = textAt(state.document, `${pointer}/kind`)
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field
        id={id}
        label="How the secret is used"
        help="A secret that signs is not sent. One that is exchanged goes to the token address only, and your code sees no token."
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
            help="“Bearer” comes before the token in Authorization only."
          />
          <ClaimsField pointer={`${pointer}/claims`} />
          <NumberField
            pointer={`${pointer}/expiresInSeconds`}
            label="Lifetime in seconds"
            placeholder={String(JWT_SECONDS.default)}
            help={`At most ${JWT_SECONDS.max}.`}
          />
          <TextField
            pointer={`${pointer}/keyId`}
            label="Key ID"
            optional
            help="The kid of the token’s header."
          />
        </>
      )}
      {kind === 'oauth-client-credentials' && <ClientCredentialsFields pointer={pointer} />}
    </div>
  )
}

function ClientCredentialsFields({ pointer }: { pointer: string }) {
  return (
    <>
      <TextField
        pointer={`${pointer}/tokenUrl`}
        label="Token address"
        type="url"
        placeholder="https://auth.example.com/oauth/token"
        help="Its host must be one of the hosts above. It receives the secret."
      />
      <TextField
        pointer={`${pointer}/clientId`}
        label="Config key of the client ID"
        help="Of a config key that is not secret, because the ID is sent."
      />
      <TextField
        pointer={`${pointer}/scope`}
        label="Scope"
        optional
        placeholder="read write"
        help="Separated by spaces."
      />
      <TextField
        pointer={`${pointer}/audience`}
        label="Audience"
        optional
        help="Only if the server asks which API the token is for."
      />
      <SelectField
        pointer={`${pointer}/authentication`}
        label="The client authenticates"
        options={{ basic: 'With HTTP Basic', body: 'In the body of the request' }}
        defaultOption="basic"
      />
    </>
  )
}

function ClaimsField({ pointer }: { pointer: string }) {
  const { value, set, problemsIn } = useStudio()
  const [text, setText] = useEditedText({
    value: value(pointer),
    format: formatClaims,
    parse: parseClaims,
    onChange: (claims) => set(pointer, claims),
  })
  const errors = problemsIn(pointer).map(({ message }) => message)
  return (
    <TextareaField
      id={fieldId(pointer)}
      label="Claims"
      help="One per line, as name: value. {key} in a value is the value of a config key that is not secret. The time of issue and the end are added."
      optional
      errors={[...new Set(errors)]}
      className="sm:col-span-2"
      rows={3}
      placeholder={'iss: {client_id}\naud: https://api.example.com'}
      value={text}
      onChange={setText}
      spellCheck={false}
    />
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
